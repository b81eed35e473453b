#include "base/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace tradewind::base {

namespace {

constexpr std::uint64_t integer_max = (std::uint64_t{1} << 53) - 1;

std::string_view take_digits(std::string_view& text) {
    const auto end = std::ranges::find_if_not(text, is_digit);
    const auto digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

// One of these characters.
template <class... Characters>
bool take(std::string_view& text, Characters... any_of) {
    if (text.empty() || ((text.front() != any_of) && ...)) { return false; }
    text.remove_prefix(1);
    return true;
}

// The digits of a number on both sides of its point, and where an exponent moves the point.
struct Number {
    // No text is long enough for its digits to matter beyond this exponent.
    static constexpr std::int64_t exponent_limit = 1'000'000'000'000;

    bool negative = false;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t exponent = 0;

    static std::optional<Number> read(std::string_view text);

    [[nodiscard]] std::size_t size() const { return whole.size() + fraction.size(); }
    [[nodiscard]] unsigned digit(std::size_t index) const {
        const char character = index < whole.size() ? whole[index] : fraction[index - whole.size()];
        return static_cast<unsigned>(character - '0');
    }
    // How many digits, from the first, stand before the point once it is moved `places` further to the right. May be
    // negative, and more than there are.
    [[nodiscard]] std::int64_t digits_before_point(std::int64_t places) const {
        return static_cast<std::int64_t>(whole.size()) + exponent + places;
    }
    // The first `count` digits as a number, zeros following the last; nothing from `limit` (at most 10^18) on.
    [[nodiscard]] std::optional<std::uint64_t> leading(std::int64_t count, std::uint64_t limit) const;
};

std::optional<Number> Number::read(std::string_view text) {
    Number number;
    number.negative = take(text, '-');
    number.whole = take_digits(text);
    if (number.whole.empty() || (number.whole.size() > 1 && number.whole.front() == '0')) { return std::nullopt; }
    if (take(text, '.')) {
        number.fraction = take_digits(text);
        if (number.fraction.empty()) { return std::nullopt; }
    }
    if (take(text, 'e', 'E')) {
        const bool negative = text.starts_with('-');
        take(text, '+', '-');
        const auto digits = take_digits(text);
        if (digits.empty()) { return std::nullopt; }
        for (const char digit : digits) {
            number.exponent = std::min(number.exponent * 10 + (digit - '0'), exponent_limit);
        }
        if (negative) { number.exponent = -number.exponent; }
    }
    if (!text.empty()) { return std::nullopt; }
    return number;
}

std::optional<std::uint64_t> Number::leading(std::int64_t count, std::uint64_t limit) const {
    std::uint64_t value = 0;
    const auto sent = std::clamp<std::int64_t>(count, 0, static_cast<std::int64_t>(size()));
    for (std::size_t index = 0; index < static_cast<std::size_t>(sent); ++index) {
        value = value * 10 + digit(index);
        if (value >= limit) { return std::nullopt; }
    }
    if (value == 0) { return 0; }
    for (auto zeros = count - sent; zeros > 0; --zeros) {
        value *= 10;
        if (value >= limit) { return std::nullopt; }
    }
    return value;
}

std::int64_t with_sign(bool negative, std::uint64_t magnitude) {
    const auto number = static_cast<std::int64_t>(magnitude);
    return negative ? -number : number;
}

Error not_a_number() {
    return invalid("", "must be a number");
}

}  // namespace

Result<Decimal> Decimal::parse(std::string_view json_number) {
    constexpr auto limit = static_cast<std::uint64_t>(ten_thousandths_limit);
    constexpr std::int64_t places = 4;
    const auto number = Number::read(json_number);
    if (!number) { return not_a_number(); }
    const auto kept = number->digits_before_point(places);
    auto magnitude = number->leading(kept, limit);
    const bool next_digit_was_sent = kept >= 0 && kept < static_cast<std::int64_t>(number->size());
    if (magnitude && next_digit_was_sent && number->digit(static_cast<std::size_t>(kept)) >= 5) { ++*magnitude; }
    if (!magnitude || *magnitude >= limit) {
        return invalid("", "must be between -99999999999999.9999 and 99999999999999.9999");
    }
    return Decimal{with_sign(number->negative, *magnitude)};
}

std::string Decimal::text() const {
    std::string out;
    append_to(out);
    return out;
}

void Decimal::append_to(std::string& out) const {
    const bool negative = ten_thousandths < 0;
    const auto bits = static_cast<std::uint64_t>(ten_thousandths);
    const auto magnitude = negative ? 0 - bits : bits;
    if (negative) { out.push_back('-'); }
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), magnitude / scale).ptr;
    out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
    auto rest = static_cast<unsigned>(magnitude % scale);
    if (rest == 0) { return; }
    out.push_back('.');
    for (unsigned unit = scale / 10; rest != 0; unit /= 10) {
        out.push_back(static_cast<char>('0' + rest / unit));
        rest %= unit;
    }
}

Result<std::int64_t> parse_integer(std::string_view json_number) {
    const auto number = Number::read(json_number);
    if (!number) { return not_a_number(); }
    const auto kept = number->digits_before_point(0);
    for (auto index = std::max<std::int64_t>(kept, 0); index < static_cast<std::int64_t>(number->size()); ++index) {
        if (number->digit(static_cast<std::size_t>(index)) != 0) { return invalid("", "must be an integer"); }
    }
    const auto magnitude = number->leading(kept, integer_max + 1);
    if (!magnitude) { return invalid("", "must be between -9007199254740991 and 9007199254740991"); }
    return with_sign(number->negative, *magnitude);
}

}  // namespace tradewind::base
