#include "domain/files/date_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};

// Takes what stands before the mark off the front, and the mark; none when it is not there.
std::optional<std::string_view> take_until(std::string_view& text, std::string_view mark) {
    const auto end = text.find(mark);
    if (end == std::string_view::npos) { return std::nullopt; }
    const auto taken = text.substr(0, end);
    text.remove_prefix(end + mark.size());
    return taken;
}

// `7:51 AM` as `07:51`.
std::optional<std::string> time_of_day(std::string_view text) {
    const auto hour_text = take_until(text, ":");
    const auto minute = take_until(text, " ");
    if (!hour_text || !minute || (text != "AM" && text != "PM")) { return std::nullopt; }
    int hour = 0;
    const auto* const end = hour_text->data() + hour_text->size();
    const auto read = std::from_chars(hour_text->data(), end, hour);
    if (read.ec != std::errc() || read.ptr != end || hour < 1 || hour > 12) { return std::nullopt; }
    return fmt::format("{:02}:{}", hour % 12 + (text == "PM" ? 12 : 0), *minute);
}

std::optional<base::Instant> moment_of(std::string_view iso) {
    const auto moment = base::Instant::parse(iso);
    return moment ? std::optional(moment.value()) : std::nullopt;
}

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

std::optional<base::Instant> read_english_date(std::string_view text) {
    if (text.size() == 10 && text[2] == '/' && text[5] == '/') {
        return moment_of(fmt::format("{}-{}-{}", text.substr(6), text.substr(0, 2), text.substr(3, 2)));
    }
    const auto month_word = take_until(text, " ");
    const auto day = take_until(text, ", ");
    if (!month_word || !day) { return std::nullopt; }
    const auto month = std::ranges::find(months, *month_word);
    if (month == months.end()) { return std::nullopt; }
    const auto year = take_until(text, " ");
    const auto iso = fmt::format("{:0>4}-{:02}-{:0>2}", year.value_or(text), month - months.begin() + 1, *day);
    if (!year) { return moment_of(iso); }
    const auto time = time_of_day(text);
    return time ? moment_of(fmt::format("{}T{}:00Z", iso, *time)) : std::nullopt;
}

}  // namespace tradewind::domain
