#include "domain/messages/liquid/liquid_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>

#include "base/text.h"

namespace tradewind::domain {
namespace {

constexpr int int128_digits = 38;

constexpr std::array<__int128, int128_digits + 1> powers_of_ten = [] {
    std::array<__int128, int128_digits + 1> powers{};
    powers[0] = 1;
    for (std::size_t at = 1; at < powers.size(); ++at) { powers[at] = powers[at - 1] * 10; }
    return powers;
}();

constexpr __int128 power_of_ten(int exponent) {
    return powers_of_ten[static_cast<std::size_t>(exponent)];
}

constexpr __int128 decimal_digits_limit = power_of_ten(LiquidNumber::places_max);

constexpr __int128 magnitude(__int128 number) {
    return number < 0 ? -number : number;
}

constexpr __int128 floored_quotient(__int128 number, __int128 divisor) {
    const auto quotient = number / divisor;
    return number % divisor != 0 && (number < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

// Half away from zero. The divisor is positive.
constexpr __int128 rounded_quotient(__int128 number, __int128 divisor) {
    const auto rest = magnitude(number % divisor);
    const auto quotient = number / divisor;
    if (rest < divisor - rest) { return quotient; }
    return number < 0 ? quotient - 1 : quotient + 1;
}

std::optional<std::int64_t> as_int64(__int128 number) {
    using Limits = std::numeric_limits<std::int64_t>;
    if (number < Limits::min() || number > Limits::max()) { return std::nullopt; }
    return static_cast<std::int64_t>(number);
}

std::optional<LiquidNumber> as_integer_number(__int128 number) {
    const auto fitting = as_int64(number);
    return fitting ? std::optional(LiquidNumber(*fitting)) : std::nullopt;
}

// Digits without an end in sight: as many as the nearest double needs.
std::optional<LiquidNumber> as_a_double_shows(__int128 digits, int places) {
    std::string text;
    for (auto rest = magnitude(digits); rest != 0; rest /= 10) {
        text += static_cast<char>('0' + static_cast<int>(rest % 10));
    }
    text += digits < 0 ? "-" : "";
    std::reverse(text.begin(), text.end());
    text += "e" + std::to_string(-places);
    double nearest = 0;
    std::from_chars(text.data(), text.data() + text.size(), nearest);
    std::array<char, 64> shown{};
    const auto end =
        std::to_chars(shown.data(), shown.data() + shown.size(), nearest, std::chars_format::scientific).ptr;
    return LiquidNumber::parse({shown.data(), static_cast<std::size_t>(end - shown.data())});
}

// A run of digits from the front of the text. So many of them are kept that nothing overflows; those that follow count
// as zeros.
struct DigitRun {
    static constexpr int kept_max = 30;

    __int128 digits = 0;
    int count = 0;    // Of those kept but for leading zeros.
    int dropped = 0;  // Of those not kept.
    int read = 0;

    void take(std::string_view& text) {
        while (!text.empty() && base::is_digit(text.front())) {
            if (count < kept_max) {
                digits = digits * 10 + (text.front() - '0');
                if (digits != 0) { ++count; }
            } else {
                ++dropped;
            }
            ++read;
            text.remove_prefix(1);
        }
    }
};

}  // namespace

std::optional<LiquidNumber> LiquidNumber::decimal(__int128 digits, int places) {
    while (places > places_max || (places > 0 && magnitude(digits) >= decimal_digits_limit)) {
        const auto step = places > places_max ? std::min(places - places_max, int128_digits) : 1;
        digits = rounded_quotient(digits, power_of_ten(step));
        places -= step;
    }
    while (places < 0 && magnitude(digits) < decimal_digits_limit && digits != 0) {
        digits *= 10;
        ++places;
    }
    if (digits == 0) { places = 0; }
    if (places < 0 || magnitude(digits) >= decimal_digits_limit) { return std::nullopt; }
    while (places > 0 && digits % 10 == 0) {
        digits /= 10;
        --places;
    }
    LiquidNumber number(static_cast<std::int64_t>(digits));
    number.places_ = places;
    number.is_decimal_ = true;
    return number;
}

std::optional<LiquidNumber> LiquidNumber::parse(std::string_view text) {
    constexpr int exponent_max = 1'000;
    const bool is_negative = text.starts_with('-');
    if (is_negative) { text.remove_prefix(1); }
    DigitRun run;
    run.take(text);
    if (run.read == 0) { return std::nullopt; }
    const auto signed_digits = [&] { return is_negative ? -run.digits : run.digits; };
    if (text.empty()) { return run.dropped == 0 ? as_integer_number(signed_digits()) : std::nullopt; }
    int places = -run.dropped;
    if (text.front() == '.') {
        text.remove_prefix(1);
        const auto read_before = run.read;
        const auto dropped_before = run.dropped;
        run.take(text);
        if (run.read == read_before) { return std::nullopt; }
        places += run.read - read_before - (run.dropped - dropped_before);
    }
    if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
        text.remove_prefix(text.starts_with("e+") || text.starts_with("E+") ? 2 : 1);
        int exponent = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (failure != std::errc() || std::abs(exponent) > exponent_max) { return std::nullopt; }
        places -= exponent;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return text.empty() ? decimal(signed_digits(), places) : std::nullopt;
}

std::int64_t LiquidNumber::whole() const {
    return static_cast<std::int64_t>(digits_ / power_of_ten(places_));
}

std::string LiquidNumber::text() const {
    if (!is_decimal_) { return std::to_string(digits_); }
    auto digits = std::to_string(std::abs(digits_));
    const auto places = static_cast<std::size_t>(places_);
    if (digits.size() <= places) { digits.insert(0, places + 1 - digits.size(), '0'); }
    digits.insert(digits.size() - places, 1, '.');
    if (places == 0) { digits += '0'; }
    return digits_ < 0 ? "-" + digits : digits;
}

std::strong_ordering operator<=>(const LiquidNumber& one, const LiquidNumber& other) {
    const auto places = std::max(one.places_, other.places_);
    const auto left = one.digits_ * power_of_ten(places - one.places_);
    const auto right = other.digits_ * power_of_ten(places - other.places_);
    if (left == right) { return std::strong_ordering::equal; }
    return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
}

std::optional<LiquidNumber> LiquidNumber::plus(const LiquidNumber& other) const {
    if (!is_decimal_ && !other.is_decimal_) {
        return as_integer_number(static_cast<__int128>(digits_) + other.digits_);
    }
    const auto places = std::max(places_, other.places_);
    return decimal(digits_ * power_of_ten(places - places_) + other.digits_ * power_of_ten(places - other.places_),
                   places);
}

std::optional<LiquidNumber> LiquidNumber::times(const LiquidNumber& other) const {
    const auto product = static_cast<__int128>(digits_) * other.digits_;
    if (!is_decimal_ && !other.is_decimal_) { return as_integer_number(product); }
    return decimal(product, places_ + other.places_);
}

std::optional<LiquidNumber> LiquidNumber::divided_by(const LiquidNumber& other) const {
    if (!is_decimal_ && !other.is_decimal_) { return as_integer_number(floored_quotient(digits_, other.digits_)); }
    __int128 number = digits_;
    int places = places_ - other.places_;
    while (number % other.digits_ != 0 && magnitude(number) < power_of_ten(int128_digits - 2)) {
        number *= 10;
        ++places;
    }
    const auto quotient = number / other.digits_;
    if (number % other.digits_ == 0) { return decimal(quotient, places); }
    return as_a_double_shows(quotient, places);
}

std::optional<LiquidNumber> LiquidNumber::modulo(const LiquidNumber& other) const {
    const auto places = std::max(places_, other.places_);
    const auto number = digits_ * power_of_ten(places - places_);
    const auto divisor = other.digits_ * power_of_ten(places - other.places_);
    const auto rest = number - floored_quotient(number, divisor) * divisor;
    return is_decimal_ || other.is_decimal_ ? decimal(rest, places) : as_integer_number(rest);
}

std::optional<LiquidNumber> LiquidNumber::negated() const {
    return LiquidNumber(-1).times(*this);
}

LiquidNumber LiquidNumber::floor() const {
    return {static_cast<std::int64_t>(floored_quotient(digits_, power_of_ten(places_)))};
}

LiquidNumber LiquidNumber::ceil() const {
    return {static_cast<std::int64_t>(-floored_quotient(-static_cast<__int128>(digits_), power_of_ten(places_)))};
}

std::optional<LiquidNumber> LiquidNumber::rounded(std::int64_t places) const {
    if (places >= places_) { return *this; }
    if (places < -places_max) { return is_decimal_ ? decimal(0, 0) : LiquidNumber(0); }
    const auto dropped = power_of_ten(places_ - static_cast<int>(places));
    const auto kept = rounded_quotient(digits_, dropped);
    if (is_decimal_) { return decimal(kept, static_cast<int>(places)); }
    return as_integer_number(kept * dropped);
}

std::optional<std::int64_t> LiquidNumber::scaled(int places) const {
    if (places >= places_) { return as_int64(digits_ * power_of_ten(places - places_)); }
    return as_int64(rounded_quotient(digits_, power_of_ten(places_ - places)));
}

}  // namespace tradewind::domain
