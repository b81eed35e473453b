#include "base/random.h"

#include <sodium.h>

#include <array>
#include <stdexcept>
#include <string_view>

namespace tradewind::base {

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
