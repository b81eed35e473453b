#include "domain/messages/liquid/date_reader.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string>

#include "base/text.h"
#include "domain/messages/liquid/date_names.h"
#include "domain/messages/liquid/template_lexer.h"

namespace tradewind::domain::liquid {
namespace {

constexpr std::size_t date_bytes_max = 100;
// The years 1 to 9999.
constexpr std::int64_t first_second = -62'135'596'800;
constexpr std::int64_t last_second = 253'402'300'799;

std::optional<base::Instant> instant_of_seconds(std::int64_t seconds) {
    if (seconds < first_second || seconds > last_second) { return std::nullopt; }
    return base::Instant{seconds * 1000};
}

// What was found of a date so far.
struct DateParts {
    std::optional<int> year, month, day;
    int hour = 0, minute = 0, second = 0, millisecond = 0;
    std::optional<int> offset_minutes;
};

// Takes pieces off the front of a text.
class DateScanner {
  public:
    explicit DateScanner(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool is_done() const { return rest_.empty(); }
    [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }
    bool takes(char character) {
        if (front() != character || rest_.empty()) { return false; }
        rest_.remove_prefix(1);
        return true;
    }
    void skip() { rest_.remove_prefix(1); }
    // Of so many digits at most, followed by no other.
    std::optional<int> number(std::size_t digits_max) {
        const auto digits = run(base::is_digit);
        int value = 0;
        if (digits.empty() || digits.size() > digits_max) { return std::nullopt; }
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        rest_.remove_prefix(digits.size());
        return value;
    }
    std::string_view word() {
        const auto letters = run([](char each) { return is_word(each) && !base::is_digit(each); });
        rest_.remove_prefix(letters.size());
        return letters;
    }

  private:
    template <class Test>
    std::string_view run(Test test) {
        return rest_.substr(
            0, static_cast<std::size_t>(std::find_if_not(rest_.begin(), rest_.end(), test) - rest_.begin()));
    }

    std::string_view rest_;
};

// The number of the name that a word of three letters or more abbreviates, from 1; nothing else.
template <class Names>
std::optional<int> name_number(std::string_view word, const Names& names) {
    constexpr std::size_t letters_min = 3;
    for (std::size_t at = 0; at < names.size() && word.size() >= letters_min; ++at) {
        if (base::ascii_lower(names[at]).starts_with(word)) { return static_cast<int>(at) + 1; }
    }
    return std::nullopt;
}

// `:30`, `:30:05`, `:30:05.250`, behind the hour.
bool read_clock(DateScanner& scanner, int hour, DateParts& parts) {
    const auto minute = scanner.takes(':') ? scanner.number(2) : std::nullopt;
    if (!minute) { return false; }
    parts.hour = hour;
    parts.minute = *minute;
    if (!scanner.takes(':')) { return true; }
    const auto second = scanner.number(2);
    if (!second) { return false; }
    parts.second = *second;
    if (!scanner.takes('.')) { return true; }
    for (int unit = 100; base::is_digit(scanner.front()); unit /= 10) {
        parts.millisecond += unit * (scanner.front() - '0');
        scanner.skip();
    }
    return true;
}

// `+02:00` or `-0530`, behind the sign.
bool read_offset(DateScanner& scanner, bool is_negative, DateParts& parts) {
    const auto digits = scanner.number(4);
    if (!digits) { return false; }
    auto minutes = *digits >= 100 ? *digits / 100 * 60 + *digits % 100 : *digits * 60;
    if (scanner.takes(':')) {
        const auto more = scanner.number(2);
        if (!more) { return false; }
        minutes += *more;
    }
    parts.offset_minutes = is_negative ? -minutes : minutes;
    return true;
}

bool read_word(std::string_view word, DateParts& parts) {
    if (word == "t" || word == "of" || word == "st" || word == "nd" || word == "rd" || word == "th" || word == "at") {
        return true;
    }
    if (word == "z" || word == "utc" || word == "gmt") {
        parts.offset_minutes = 0;
        return true;
    }
    if (word == "am" || word == "pm") {
        if (parts.hour > 12) { return false; }
        parts.hour = parts.hour % 12 + (word == "pm" ? 12 : 0);
        return true;
    }
    if (const auto month = name_number(word, english_dates.months)) {
        parts.month = month;
        return true;
    }
    return name_number(word, english_dates.days).has_value();
}

// A number and what hangs on it: a year, a day, a whole date, or the hour of a clock.
bool read_number(DateScanner& scanner, DateParts& parts) {
    const auto number = scanner.number(4);
    if (!number) { return false; }
    if (scanner.front() == ':') { return read_clock(scanner, *number, parts); }
    const bool is_date = !parts.month && !parts.year && (scanner.front() == '-' || scanner.front() == '/');
    if (is_date) {
        const auto separator = scanner.front();
        scanner.skip();
        parts.year = number;
        parts.month = scanner.number(2);
        if (!parts.month) { return false; }
        if (scanner.takes(separator)) { parts.day = scanner.number(2); }
        return *number >= 100;
    }
    if (*number > 31 ? parts.year.has_value() : parts.day.has_value() && parts.year.has_value()) { return false; }
    if (*number > 31 || parts.day) {
        parts.year = number;
    } else {
        parts.day = number;
    }
    return true;
}

std::optional<DateParts> read_parts(std::string_view text) {
    DateParts parts;
    DateScanner scanner(text);
    while (!scanner.is_done()) {
        if (base::is_digit(scanner.front())) {
            if (!read_number(scanner, parts)) { return std::nullopt; }
        } else if (is_word(scanner.front())) {
            if (!read_word(scanner.word(), parts)) { return std::nullopt; }
        } else if (scanner.front() == '+' || (scanner.front() == '-' && parts.year && parts.day)) {
            const bool is_negative = scanner.front() == '-';
            scanner.skip();
            if (!read_offset(scanner, is_negative, parts)) { return std::nullopt; }
        } else if (is_space(scanner.front()) ||
                   std::string_view(",.-").find(scanner.front()) != std::string_view::npos) {
            scanner.skip();
        } else {
            return std::nullopt;
        }
    }
    return parts.month ? std::optional(parts) : std::nullopt;
}

std::optional<base::Instant> instant_of_parts(const DateParts& parts, const RenderSettings& settings) {
    using namespace std::chrono;
    const year_month_day today(settings.zone.local(settings.now).day);
    const year_month_day date(year(parts.year.value_or(static_cast<int>(today.year()))),
                              month(static_cast<unsigned>(*parts.month)),
                              day(static_cast<unsigned>(parts.day.value_or(1))));
    const bool is_real = date.ok() && static_cast<int>(date.year()) >= 1 && static_cast<int>(date.year()) <= 9999 &&
                         parts.hour <= 24 && parts.minute <= 59 && parts.second <= 60;
    if (!is_real) { return std::nullopt; }
    if (!parts.offset_minutes) {
        return settings.zone.first_at({.day = base::LocalDay(date),
                                       .hour = parts.hour,
                                       .minute = parts.minute,
                                       .second = parts.second,
                                       .millisecond = parts.millisecond});
    }
    const auto midnight = milliseconds(sys_days(date).time_since_epoch());
    const auto time = hours(parts.hour) + minutes(parts.minute - *parts.offset_minutes) + seconds(parts.second) +
                      milliseconds(parts.millisecond);
    return base::Instant{(midnight + time).count()};
}

}  // namespace

std::optional<base::Instant> read_date(const LiquidValue& value, const RenderSettings& settings) {
    if (const auto* const number = value.as_number()) {
        return number->is_decimal() ? std::nullopt : instant_of_seconds(number->whole());
    }
    if (value.as_text() == nullptr || value.as_text()->empty() || value.as_text()->size() > date_bytes_max) {
        return std::nullopt;
    }
    const auto text = base::ascii_lower(*value.as_text());
    if (text == "now" || text == "today") { return settings.now; }
    if (std::all_of(text.begin(), text.end(), base::is_digit)) {
        const auto seconds = LiquidNumber::parse(text);
        return seconds ? instant_of_seconds(seconds->whole()) : std::nullopt;
    }
    const auto parts = read_parts(text);
    return parts ? instant_of_parts(*parts, settings) : std::nullopt;
}

}  // namespace tradewind::domain::liquid
