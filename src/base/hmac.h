#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tradewind::base {

// HMAC-SHA-1, which one-time codes are made of: 20 bytes. For nothing else.
std::string hmac_sha1(std::string_view key, std::string_view text);
// Whether two texts are the same. In constant time, but for their lengths.
bool equal_texts(std::string_view one, std::string_view other);

// HMAC-SHA256 of a text under a key of any length: 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view text);
// The same in base64, with padding.
std::string hmac_sha256_base64(std::string_view key, std::string_view text);
// A key that is written in base64. Nothing when it is not that.
std::optional<std::string> key_from_base64(std::string_view text);
// The code in lower-case hex digits.
std::string hmac_sha256_hex(std::string_view key, std::string_view text);

// Whether these hex digits, of either case, are it. In constant time.
bool is_hmac_sha256(std::string_view hex, std::string_view key, std::string_view text);

}  // namespace tradewind::base
