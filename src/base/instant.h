#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tradewind::base {

// A moment, in whole milliseconds since 1970-01-01 UTC.
struct Instant {
    std::int64_t milliseconds = 0;

    friend auto operator<=>(const Instant&, const Instant&) = default;

    // RFC 3339 with `Z` or offset, with or without fraction (cut after milliseconds), or a bare `YYYY-MM-DD`, which is
    // midnight UTC. A time without zone, a day that does not exist and years outside 0001..9999 are refused; a leap
    // second (:60) too. The Error is `invalid("", reason)`: the caller puts its path.
    static Result<Instant> parse(std::string_view text);

    // `2022-10-05T14:48:00.000Z`.
    [[nodiscard]] std::string text() const;
    // Appends the same.
    void append_to(std::string& out) const;
    // `Wed, 05 Oct 2022 14:48:00 GMT`, for HTTP.
    [[nodiscard]] std::string http_date() const;
};

// Whether this is a name in the IANA time zone database that a person would pick: `Europe/Madrid`, `Etc/GMT+3`, `UTC`;
// not an abbreviation (`CET`) or the old name of a country (`Poland`).
bool is_time_zone(std::string_view name);

}  // namespace tradewind::base
