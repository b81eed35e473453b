#include "base/instant.h"

#include <cctz/time_zone.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <filesystem>
#include <optional>

#include "base/text.h"

namespace tradewind::base {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::year_month_day;
using Moment = std::chrono::sys_time<milliseconds>;

constexpr Moment earliest = std::chrono::sys_days(std::chrono::year(1) / 1 / 1);
constexpr Moment latest = Moment(std::chrono::sys_days(std::chrono::year(9999) / 12 / 31)) + days(1) - milliseconds(1);

// Takes a text apart from its front. Once something did not fit, nothing fits any more.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    [[nodiscard]] bool failed() const { return failed_; }

    // One of these.
    template <class... Characters>
    bool take(Characters... any_of) {
        if (failed_ || rest_.empty() || ((rest_.front() != any_of) && ...)) { return false; }
        rest_.remove_prefix(1);
        return true;
    }
    template <class... Characters>
    void demand(Characters... any_of) {
        if (!take(any_of...)) { failed_ = true; }
    }
    // Exactly so many digits, as a number up to `most`.
    int digits(std::size_t count, int most) {
        const auto text = rest_.substr(0, count);
        int number = 0;
        for (const char character : text) { number = number * 10 + (character - '0'); }
        if (text.size() < count || number > most || !std::ranges::all_of(text, is_digit)) { failed_ = true; }
        rest_.remove_prefix(text.size());
        return number;
    }
    // One digit or more, read as the decimals of a second and cut after the third.
    milliseconds fraction() {
        int number = 0;
        int unit = 100;
        do {
            number += digit() * unit;
            unit /= 10;
        } while (!failed_ && !rest_.empty() && is_digit(rest_.front()));
        return milliseconds(number);
    }

  private:
    int digit() {
        if (failed_ || rest_.empty() || !is_digit(rest_.front())) {
            failed_ = true;
            return 0;
        }
        const int value = rest_.front() - '0';
        rest_.remove_prefix(1);
        return value;
    }

    std::string_view rest_;
    bool failed_ = false;
};

year_month_day scan_day(Scanner& scanner) {
    const std::chrono::year year(scanner.digits(4, 9999));
    scanner.demand('-');
    const std::chrono::month month(static_cast<unsigned>(scanner.digits(2, 12)));
    scanner.demand('-');
    const std::chrono::day day(static_cast<unsigned>(scanner.digits(2, 31)));
    return {year, month, day};
}

milliseconds scan_time_of_day(Scanner& scanner) {
    scanner.demand('T', 't');
    const hours hour(scanner.digits(2, 23));
    scanner.demand(':');
    const minutes minute(scanner.digits(2, 59));
    scanner.demand(':');
    const seconds second(scanner.digits(2, 59));
    const auto fraction = scanner.take('.') ? scanner.fraction() : milliseconds(0);
    return hour + minute + second + fraction;
}

minutes scan_offset(Scanner& scanner) {
    if (scanner.take('Z', 'z')) { return minutes(0); }
    const bool behind = scanner.take('-');
    if (!behind) { scanner.demand('+'); }
    const hours hour(scanner.digits(2, 23));
    scanner.demand(':');
    const minutes offset = hour + minutes(scanner.digits(2, 59));
    return behind ? -offset : offset;
}

Error not_a_moment() {
    return invalid("", "must be a date-time such as 2022-10-05T14:48:00Z or a date such as 2022-10-05");
}

template <std::size_t Count, std::size_t Size>
void put_digits(std::array<char, Size>& text, std::size_t at, unsigned number) {
    if constexpr (Count > 1) { put_digits<Count - 1>(text, at, number / 10); }
    text[at + Count - 1] = static_cast<char>('0' + number % 10);
}

struct Civil {
    explicit Civil(Moment moment)
        : midnight(std::chrono::floor<days>(moment)),
          date(midnight),
          milliseconds_of_day(static_cast<unsigned>((moment - midnight).count())) {
        assert(moment >= earliest && moment <= latest && "a year that has no four digits");
    }

    template <std::size_t Size>
    void put_year(std::array<char, Size>& text, std::size_t at) const {
        put_digits<4>(text, at, static_cast<unsigned>(static_cast<int>(date.year())));
    }
    // `14:48:00`.
    template <std::size_t Size>
    void put_time(std::array<char, Size>& text, std::size_t at) const {
        const auto second_of_day = milliseconds_of_day / 1000;
        put_digits<2>(text, at, second_of_day / 3600);
        put_digits<2>(text, at + 3, second_of_day / 60 % 60);
        put_digits<2>(text, at + 6, second_of_day % 60);
    }

    std::chrono::sys_days midnight;
    year_month_day date;
    unsigned milliseconds_of_day;
};

template <std::size_t Size>
std::array<char, Size - 1> mould(const char (&text)[Size]) {
    std::array<char, Size - 1> characters;
    std::copy_n(text, characters.size(), characters.begin());
    return characters;
}

Civil civil(Instant instant) {
    return Civil(Moment(milliseconds(instant.milliseconds)));
}

}  // namespace

Result<Instant> Instant::parse(std::string_view text) {
    Scanner scanner(text);
    const auto day = scan_day(scanner);
    if (scanner.failed()) { return not_a_moment(); }
    if (!day.ok() || day.year() < std::chrono::year(1)) { return invalid("", "must be a day that exists"); }
    const Moment midnight = std::chrono::sys_days(day);
    if (scanner.at_end()) { return Instant{midnight.time_since_epoch().count()}; }
    const auto time_of_day = scan_time_of_day(scanner);
    if (scanner.failed()) { return not_a_moment(); }
    if (scanner.at_end()) { return invalid("", "must end with Z or an offset such as +02:00"); }
    const auto offset = scan_offset(scanner);
    if (scanner.failed() || !scanner.at_end()) { return not_a_moment(); }
    const auto moment = midnight + time_of_day - offset;
    if (moment < earliest || moment > latest) { return invalid("", "must be within the years 0001 to 9999"); }
    return Instant{moment.time_since_epoch().count()};
}

std::string Instant::text() const {
    std::string out;
    append_to(out);
    return out;
}

void Instant::append_to(std::string& out) const {
    const auto parts = civil(*this);
    auto text = mould("0000-00-00T00:00:00.000Z");
    parts.put_year(text, 0);
    put_digits<2>(text, 5, static_cast<unsigned>(parts.date.month()));
    put_digits<2>(text, 8, static_cast<unsigned>(parts.date.day()));
    parts.put_time(text, 11);
    put_digits<3>(text, 20, parts.milliseconds_of_day % 1000);
    out.append(text.data(), text.size());
}

std::string Instant::http_date() const {
    constexpr std::string_view weekdays = "SunMonTueWedThuFriSat";
    constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const auto parts = civil(*this);
    const auto weekday = std::chrono::weekday(parts.midnight).c_encoding();
    const auto month = static_cast<unsigned>(parts.date.month()) - 1;
    auto text = mould("Sun, 00 Jan 0000 00:00:00 GMT");
    weekdays.copy(text.data(), 3, std::size_t{3} * weekday);
    put_digits<2>(text, 5, static_cast<unsigned>(parts.date.day()));
    months.copy(text.data() + 8, 3, std::size_t{3} * month);
    parts.put_year(text, 12);
    parts.put_time(text, 17);
    return {text.data(), text.size()};
}

bool is_time_zone(std::string_view name) {
    // What people pick; the database also holds abbreviations, old country names and files that are no zones.
    constexpr std::array<std::string_view, 11> areas = {"Africa/", "America/",  "Antarctica/", "Arctic/",
                                                        "Asia/",   "Atlantic/", "Australia/",  "Etc/",
                                                        "Europe/", "Indian/",   "Pacific/"};
    constexpr std::string_view characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
    constexpr std::size_t characters_max = 64;
    if (name == "UTC") { return true; }
    if (name.size() > characters_max || name.find_first_not_of(characters) != std::string_view::npos) { return false; }
    if (name.find("//") != std::string_view::npos) { return false; }
    if (std::ranges::none_of(areas, [&](std::string_view area) { return name.starts_with(area); })) { return false; }
    // cctz remembers every name it was ever asked for, so it is asked only for names that have a file.
    const std::string file = "/usr/share/zoneinfo/" + std::string(name);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) { return false; }
    cctz::time_zone zone;
    return cctz::load_time_zone(std::string(name), &zone);
}

}  // namespace tradewind::base
