#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/result.h"
#include "base/time_zone.h"

namespace tradewind::domain {

// How files tell a moment: in full and in UTC, or in English as a clock and a calendar of a place show it.
enum class DateFormat {
    Iso,  // 2023-04-25T05:51:00.000Z
    L,    // 04/25/2023
    LL,   // April 25, 2023
    LLL,  // April 25, 2023 7:51 AM
};

// In the order of DateFormat.
inline constexpr std::array<std::string_view, 4> date_format_words{"ISO", "L", "LL", "LLL"};

std::optional<DateFormat> date_format(std::string_view word);
base::Result<std::string> check_date_format(std::string_view text);

// Appends the moment as it is in this zone.
void append_date(std::string& out, base::Instant moment, DateFormat format, const base::TimeZone& zone);

// Reads back what was written as L, LL or LLL in UTC; none when it was not.
std::optional<base::Instant> read_english_date(std::string_view text);

}  // namespace tradewind::domain
