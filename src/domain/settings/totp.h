#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.h"

namespace tradewind::domain {

// One-time codes by the clock (RFC 6238), as every authenticator application makes them: HMAC-SHA-1, six digits, thirty
// seconds.
inline constexpr std::size_t totp_secret_bytes = 20;
inline constexpr std::size_t totp_digits = 6;
inline constexpr std::int64_t totp_seconds = 30;

// Capital letters and digits, without padding (RFC 4648).
std::string base32(std::string_view bytes);

// The code of one step of thirty seconds since 1970.
std::string totp_code(std::string_view secret, std::int64_t step, std::size_t digits = totp_digits);

// The step whose code this is: the one that runs, the one before or the one after it, since clocks differ; but none up
// to the last one that was used.
std::optional<std::int64_t> find_totp_step(std::string_view secret, std::string_view code, base::Instant now,
                                           std::int64_t used_step);

// What an authenticator application reads as a picture. `issuer` is the name of the store.
std::string totp_uri(std::string_view secret, std::string_view issuer, std::string_view email);

}  // namespace tradewind::domain
