#include "base/random.h"

#include <sodium.h>

#include <array>
#include <stdexcept>
#include <string_view>

#include "base/text.h"

namespace tradewind::base {

std::string random_uuid(Random& random) {
    std::array<std::byte, 16> bytes;
    random.fill(bytes);
    bytes[6] = (bytes[6] & std::byte{0x0F}) | std::byte{0x40};
    bytes[8] = (bytes[8] & std::byte{0x3F}) | std::byte{0x80};
    auto text = to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    for (const std::size_t dash : {8U, 13U, 18U, 23U}) { text.insert(dash, 1, '-'); }
    return text;
}

void start_crypto() {
    if (sodium_init() < 0) { throw std::runtime_error("libsodium could not be started"); }
}

void SystemRandom::fill(std::span<std::byte> bytes) {
    randombytes_buf(bytes.data(), bytes.size());
}

std::string random_base62(Random& random, std::size_t length) {
    constexpr std::string_view alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    // Bytes past the last whole multiple of 62 are thrown away, so that no character is likelier than another.
    constexpr unsigned fair_limit = 256 / alphabet.size() * alphabet.size();
    std::string text;
    text.reserve(length);
    std::array<std::byte, 64> bytes;
    while (text.size() < length) {
        random.fill(bytes);
        for (const auto byte : bytes) {
            const auto number = std::to_integer<unsigned>(byte);
            if (number < fair_limit && text.size() < length) { text.push_back(alphabet[number % alphabet.size()]); }
        }
    }
    return text;
}

}  // namespace tradewind::base
