#include "domain/date_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};

}  // namespace

std::optional<DateFormat> date_format(std::string_view word) {
    const auto found = std::ranges::find(date_format_words, word);
    if (found == date_format_words.end()) { return std::nullopt; }
    return static_cast<DateFormat>(found - date_format_words.begin());
}

base::Result<std::string> check_date_format(std::string_view text) {
    if (!date_format(text)) { return base::invalid("", "must be ISO, L, LL or LLL"); }
    return std::string(text);
}

void append_date(std::string& out, base::Instant moment, DateFormat format, const base::TimeZone& zone) {
    if (format == DateFormat::Iso) { return moment.append_to(out); }
    const auto local = zone.local(moment);
    const std::chrono::year_month_day day(local.day);
    const auto month = static_cast<unsigned>(day.month());
    const auto day_number = static_cast<unsigned>(day.day());
    const auto year = static_cast<int>(day.year());
    const auto end = std::back_inserter(out);
    if (format == DateFormat::L) {
        fmt::format_to(end, "{:02}/{:02}/{:04}", month, day_number, year);
        return;
    }
    fmt::format_to(end, "{} {}, {}", months[month - 1], day_number, year);
    if (format == DateFormat::LL) { return; }
    const int hour = local.hour % 12 == 0 ? 12 : local.hour % 12;
    fmt::format_to(end, " {}:{:02} {}", hour, local.minute, local.hour < 12 ? "AM" : "PM");
}

}  // namespace tradewind::domain
