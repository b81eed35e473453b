#include "base/hmac.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>

#include <array>
#include <stdexcept>

#include "base/text.h"

namespace tradewind::base {
namespace {

constexpr int base64_variant = sodium_base64_VARIANT_ORIGINAL;

}  // namespace

// libsodium has no SHA-1.
std::string hmac_sha1(std::string_view key, std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> code;
    unsigned size = 0;
    if (HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(text.data()),
             text.size(), code.data(), &size) == nullptr) {
        throw std::runtime_error("HMAC-SHA-1 is not to be had");
    }
    return {reinterpret_cast<const char*>(code.data()), size};
}

bool equal_texts(std::string_view one, std::string_view other) {
    return one.size() == other.size() && sodium_memcmp(one.data(), other.data(), one.size()) == 0;
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
    const auto bytes_of = [](std::string_view view) { return reinterpret_cast<const unsigned char*>(view.data()); };
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, bytes_of(key), key.size());
    crypto_auth_hmacsha256_update(&state, bytes_of(text), text.size());
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> code;
    crypto_auth_hmacsha256_final(&state, code.data());
    sodium_memzero(&state, sizeof(state));
    return {reinterpret_cast<const char*>(code.data()), code.size()};
}

std::string hmac_sha256_base64(std::string_view key, std::string_view text) {
    const auto code = hmac_sha256(key, text);
    std::string base64(sodium_base64_encoded_len(code.size(), base64_variant), '\0');
    sodium_bin2base64(base64.data(), base64.size(), reinterpret_cast<const unsigned char*>(code.data()), code.size(),
                      base64_variant);
    base64.pop_back();  // The NUL at the end.
    return base64;
}

std::optional<std::string> key_from_base64(std::string_view text) {
    std::string bytes(text.size(), '\0');
    std::size_t size = 0;
    const char* end = nullptr;
    const auto failed = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                                          text.size(), nullptr, &size, &end, base64_variant);
    if (failed != 0 || end != text.data() + text.size()) { return std::nullopt; }
    bytes.resize(size);
    return bytes;
}

std::string hmac_sha256_hex(std::string_view key, std::string_view text) {
    return to_hex(hmac_sha256(key, text));
}

bool is_hmac_sha256(std::string_view hex, std::string_view key, std::string_view text) {
    const auto expected = hmac_sha256_hex(key, text);
    const auto given = ascii_lower(hex);
    return given.size() == expected.size() && sodium_memcmp(given.data(), expected.data(), expected.size()) == 0;
}

}  // namespace tradewind::base
