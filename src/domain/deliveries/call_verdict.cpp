#include "domain/deliveries/call_verdict.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace tradewind::domain {
namespace {

std::optional<unsigned> http_date_number(std::string_view digits) {
    unsigned number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) { return std::nullopt; }
    return number;
}

// `Wed, 05 Oct 2022 14:48:00 GMT`. The two older forms of dates are sent by nobody.
std::optional<base::Instant> read_http_date(std::string_view text) {
    constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::string_view shape = "Www, 00 Mmm 0000 00:00:00 GMT";
    if (text.size() != shape.size() || !text.ends_with(" GMT")) { return std::nullopt; }
    const auto month = std::find(months.begin(), months.end(), text.substr(8, 3));
    const auto day = http_date_number(text.substr(5, 2));
    const auto year = http_date_number(text.substr(12, 4));
    const auto hour = http_date_number(text.substr(17, 2));
    const auto minute = http_date_number(text.substr(20, 2));
    const auto second = http_date_number(text.substr(23, 2));
    if (month == months.end() || !day || !year || !hour || !minute || !second) { return std::nullopt; }
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(static_cast<unsigned>(month - months.begin() + 1)),
                                           std::chrono::day(*day)};
    if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) { return std::nullopt; }
    const auto time = std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(*hour) +
                      std::chrono::minutes(*minute) + std::chrono::seconds(*second);
    return base::Instant{std::chrono::milliseconds(time).count()};
}

bool is_refusal_for_good(std::int64_t status) {
    constexpr std::array<std::int64_t, 5> statuses{400, 410, 413, 415, 422};
    return std::ranges::find(statuses, status) != statuses.end();
}

}  // namespace

std::optional<std::chrono::milliseconds> read_retry_after(std::string_view text, base::Instant now) {
    using std::chrono::milliseconds;
    const auto trimmed = base::trim(text);
    if (trimmed.empty()) { return std::nullopt; }
    if (std::all_of(trimmed.begin(), trimmed.end(), base::is_digit)) {
        std::int64_t seconds = 0;
        const auto read = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), seconds);
        const auto seconds_max = std::chrono::duration_cast<std::chrono::seconds>(retry_after_max).count();
        if (read.ec != std::errc() || seconds > seconds_max) { return retry_after_max; }
        return milliseconds(std::chrono::seconds(seconds));
    }
    const auto date = read_http_date(trimmed);
    if (!date) { return std::nullopt; }
    return std::clamp(milliseconds(date->milliseconds - now.milliseconds), milliseconds(0), retry_after_max);
}

CallVerdict judge_answer(const WebCallAnswer& answer, base::Instant now) {
    using Kind = CallVerdict::Kind;
    if (answer.is_refused) { return {.kind = Kind::Dead, .reason = "the address must not be called"}; }
    if (!answer.status) {
        return {.kind = Kind::Repeat, .reason = answer.error.value_or("no answer"), .is_host_failing = true};
    }
    const auto status = *answer.status;
    if (status >= 200 && status < 300) { return {.kind = Kind::Done}; }
    const auto reason = "the answer was " + std::to_string(status);
    if (is_refusal_for_good(status)) { return {.kind = Kind::Dead, .reason = reason, .is_gone = status == 410}; }
    CallVerdict verdict{.kind = Kind::Repeat, .reason = reason, .is_host_failing = status >= 500};
    if ((status == 429 || status == 503) && answer.retry_after) {
        verdict.wait = read_retry_after(*answer.retry_after, now);
    }
    return verdict;
}

}  // namespace tradewind::domain
