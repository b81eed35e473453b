#include "domain/messages/liquid/date_writer.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/text.h"
#include "domain/messages/liquid/date_names.h"

namespace tradewind::domain::liquid {
namespace {

using std::chrono::days;
using std::chrono::weekday;
using std::chrono::year_month_day;

// What stands between `%` and the letter: `-` no padding, `_` with spaces, `0` with zeros, `^` in capitals, `#` the
// other case, `:` in a zone, and a width.
struct DateFlags {
    char padding = '\0';
    bool is_upper = false;
    bool is_swapped = false;
    std::size_t colons = 0;
    std::size_t width = 0;
};

// How a number is written unless flags say otherwise.
struct NumberForm {
    std::size_t width = 2;
    char padding = '0';
};

class DateWriter {
  public:
    DateWriter(BoundedText& out, base::Instant instant, const RenderSettings& settings)
        : out_(out),
          instant_(instant),
          names_(date_names(settings.language)),
          time_(settings.zone.local(instant)),
          date_(time_.day),
          weekday_(weekday(time_.day).c_encoding()) {}

    void write(std::string_view format) {
        while (!format.empty() && !out_.is_over()) {
            const auto percent = std::min(format.find('%'), format.size());
            out_.append(format.substr(0, percent));
            format.remove_prefix(percent);
            if (format.empty()) { return; }
            const auto length = directive_length(format);
            if (!directive(format.substr(0, length))) { out_.append(format.substr(0, length)); }
            format.remove_prefix(length);
        }
    }

  private:
    static bool is_flag(char character) { return std::string_view("-_0^#:").find(character) != std::string_view::npos; }

    // The percent sign, flags, width and letter.
    static std::size_t directive_length(std::string_view format) {
        const auto letter = std::find_if(format.begin() + 1, format.end(),
                                         [](char each) { return !is_flag(each) && !base::is_digit(each); });
        const auto before = static_cast<std::size_t>(letter - format.begin());
        if (letter == format.end()) { return before; }
        // A character of several bytes is not torn apart.
        std::size_t end = before + 1;
        while (end < format.size() && (format[end] & 0xc0) == 0x80) { ++end; }
        return end;
    }

    // False when there is no such directive.
    bool directive(std::string_view text) {
        DateFlags flags;
        std::size_t at = 1;
        for (; at < text.size() && is_flag(text[at]); ++at) {
            flags.is_upper = flags.is_upper || text[at] == '^';
            flags.is_swapped = flags.is_swapped || text[at] == '#';
            flags.colons += text[at] == ':' ? 1U : 0U;
            if (text[at] == '-' || text[at] == '_' || text[at] == '0') { flags.padding = text[at]; }
        }
        for (; at < text.size() && base::is_digit(text[at]); ++at) {
            flags.width = std::min(flags.width * 10 + static_cast<std::size_t>(text[at] - '0'), date_width_max);
        }
        if (at + 1 != text.size()) { return false; }
        return date_number(text[at], flags) || clock_number(text[at], flags) || name(text[at], flags) ||
               combination(text[at]);
    }

    void number(std::int64_t value, const DateFlags& flags, NumberForm form = {}) {
        auto digits = std::to_string(std::abs(value));
        if (flags.padding == '_') { form.padding = ' '; }
        if (flags.padding == '0') { form.padding = '0'; }
        if (flags.width != 0) { form.width = flags.width; }
        const std::string_view sign = value < 0 ? "-" : "";
        const auto length = digits.size() + sign.size();
        const std::string filling(flags.padding == '-' || length >= form.width ? 0 : form.width - length, form.padding);
        out_.append(form.padding == ' ' ? filling + std::string(sign) + digits : std::string(sign) + filling + digits);
    }

    void text(std::string_view value, const DateFlags& flags) {
        const auto shown = flags.is_upper || flags.is_swapped ? base::upper_case(value) : std::string(value);
        const auto length = base::count_characters(shown);
        if (flags.padding != '-' && flags.width > length) {
            out_.append(std::string(flags.width - length, flags.padding == '0' ? '0' : ' '));
        }
        out_.append(shown);
    }

    [[nodiscard]] int year() const { return static_cast<int>(date_.year()); }
    [[nodiscard]] int day_of_year() const {
        return static_cast<int>((time_.day - base::LocalDay(date_.year() / 1 / 1)).count()) + 1;
    }
    // Weeks begin on Monday, and the first has the year's first Thursday.
    [[nodiscard]] year_month_day thursday() const {
        return year_month_day(time_.day + days(4) - days(weekday_ == 0 ? 7 : weekday_));
    }
    [[nodiscard]] int iso_year() const { return static_cast<int>(thursday().year()); }
    [[nodiscard]] int iso_week() const {
        const base::LocalDay day(thursday());
        return static_cast<int>((day - base::LocalDay(thursday().year() / 1 / 1)).count()) / 7 + 1;
    }
    [[nodiscard]] int hour12() const { return time_.hour % 12 == 0 ? 12 : time_.hour % 12; }
    [[nodiscard]] std::int64_t seconds() const { return (instant_.milliseconds - time_.millisecond) / 1000; }
    [[nodiscard]] std::int64_t offset_seconds() const {
        return time_.day.time_since_epoch().count() * std::int64_t{86'400} + time_.hour * 3'600 + time_.minute * 60 +
               time_.second - seconds();
    }

    bool date_number(char letter, const DateFlags& flags) {
        const int week_of_sunday = (day_of_year() + 6 - static_cast<int>(weekday_)) / 7;
        const int week_of_monday = (day_of_year() + 6 - static_cast<int>((weekday_ + 6) % 7)) / 7;
        switch (letter) {
            case 'Y':
                number(year(), flags, {.width = 4});
                return true;
            case 'C':
                number(year() / 100, flags);
                return true;
            case 'y':
                number(year() % 100, flags);
                return true;
            case 'm':
                number(static_cast<unsigned>(date_.month()), flags);
                return true;
            case 'd':
                number(static_cast<unsigned>(date_.day()), flags);
                return true;
            case 'e':
                number(static_cast<unsigned>(date_.day()), flags, {.padding = ' '});
                return true;
            case 'j':
                number(day_of_year(), flags, {.width = 3});
                return true;
            case 'u':
                number(weekday_ == 0 ? 7 : weekday_, flags, {.width = 1});
                return true;
            case 'w':
                number(weekday_, flags, {.width = 1});
                return true;
            case 'G':
                number(iso_year(), flags, {.width = 4});
                return true;
            case 'g':
                number(iso_year() % 100, flags);
                return true;
            case 'V':
                number(iso_week(), flags);
                return true;
            case 'U':
                number(week_of_sunday, flags);
                return true;
            case 'W':
                number(week_of_monday, flags);
                return true;
            default:
                return false;
        }
    }

    bool clock_number(char letter, const DateFlags& flags) {
        switch (letter) {
            case 'H':
                number(time_.hour, flags);
                return true;
            case 'k':
                number(time_.hour, flags, {.padding = ' '});
                return true;
            case 'I':
                number(hour12(), flags);
                return true;
            case 'l':
                number(hour12(), flags, {.padding = ' '});
                return true;
            case 'M':
                number(time_.minute, flags);
                return true;
            case 'S':
                number(time_.second, flags);
                return true;
            case 's':
                number(seconds(), flags, {.width = 1});
                return true;
            case 'L':
                fraction(flags.width == 0 ? 3 : flags.width);
                return true;
            case 'N':
                fraction(flags.width == 0 ? 9 : flags.width);
                return true;
            default:
                return false;
        }
    }

    // Digits of the second behind the dot; we know three.
    void fraction(std::size_t digits) {
        auto shown = std::to_string(1'000 + time_.millisecond).substr(1);
        shown.resize(digits, '0');
        out_.append(shown);
    }

    bool name(char letter, const DateFlags& flags) {
        const auto month = static_cast<unsigned>(date_.month()) - 1;
        const auto half = time_.hour < 12 ? names_.before_noon : names_.after_noon;
        switch (letter) {
            case 'B':
                text(names_.months[month], flags);
                return true;
            case 'b':
            case 'h':
                text(names_.short_months[month], flags);
                return true;
            case 'A':
                text(names_.days[weekday_], flags);
                return true;
            case 'a':
                text(names_.short_days[weekday_], flags);
                return true;
            case 'p':
                if (flags.is_swapped) { return name('P', {.padding = flags.padding, .width = flags.width}); }
                text(half, flags);
                return true;
            case 'P':
                text(base::lower_case(half), flags);
                return true;
            case 'z':
                text(offset(flags.colons), {});
                return true;
            case 'Z':
                text(offset_seconds() == 0 ? "UTC" : offset(1), flags);
                return true;
            case '%':
                out_.append("%");
                return true;
            case 'n':
                out_.append("\n");
                return true;
            case 't':
                out_.append("\t");
                return true;
            default:
                return false;
        }
    }

    [[nodiscard]] std::string offset(std::size_t colons) const {
        const auto two = [](std::int64_t value) { return std::to_string(100 + value).substr(1); };
        const auto value = std::abs(offset_seconds());
        auto shown = (offset_seconds() < 0 ? "-" : "+") + two(value / 3'600);
        shown += (colons > 0 ? ":" : "") + two(value / 60 % 60);
        return colons > 1 ? shown + ":" + two(value % 60) : shown;
    }

    bool combination(char letter) {
        switch (letter) {
            case 'D':
            case 'x':
                write("%m/%d/%y");
                return true;
            case 'F':
                write("%Y-%m-%d");
                return true;
            case 'T':
            case 'X':
                write("%H:%M:%S");
                return true;
            case 'R':
                write("%H:%M");
                return true;
            case 'r':
                write("%I:%M:%S %p");
                return true;
            case 'c':
                write("%a %b %e %H:%M:%S %Y");
                return true;
            case 'v':
                write("%e-%^b-%Y");
                return true;
            case '+':
                write("%a %b %e %H:%M:%S %Z %Y");
                return true;
            default:
                return false;
        }
    }

    BoundedText& out_;
    base::Instant instant_;
    const DateNames& names_;
    base::LocalTime time_;
    year_month_day date_;
    unsigned weekday_;
};

}  // namespace

void write_date(BoundedText& out, base::Instant instant, std::string_view format, const RenderSettings& settings) {
    DateWriter(out, instant, settings).write(format);
}

}  // namespace tradewind::domain::liquid
