#include "base/hmac.h"

#include <sodium.h>

#include <array>

#include "base/text.h"

namespace tradewind::base {

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

std::string hmac_sha256_hex(std::string_view key, std::string_view text) {
    return to_hex(hmac_sha256(key, text));
}

bool is_hmac_sha256(std::string_view hex, std::string_view key, std::string_view text) {
    const auto expected = hmac_sha256_hex(key, text);
    const auto given = ascii_lower(hex);
    return given.size() == expected.size() && sodium_memcmp(given.data(), expected.data(), expected.size()) == 0;
}

}  // namespace tradewind::base
