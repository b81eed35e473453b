#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tradewind::domain {

// A number of a template: an integer of 64 bits, or a decimal with up to 18 digits, exact. What has no end (10 divided
// by 3.0) is cut where a double would be.
class LiquidNumber {
  public:
    static constexpr int places_max = 18;

    constexpr LiquidNumber() = default;
    constexpr LiquidNumber(std::int64_t integer) : digits_(integer) {}
    // `digits` times ten to the minus `places`. Nothing when it is too large; what is too fine is rounded.
    static std::optional<LiquidNumber> decimal(__int128 digits, int places);
    // The whole text: `-12`, `0.50`, also with an exponent. A number with a dot or an exponent is a decimal.
    static std::optional<LiquidNumber> parse(std::string_view text);

    [[nodiscard]] bool is_decimal() const { return is_decimal_; }
    [[nodiscard]] bool is_zero() const { return digits_ == 0; }
    // What is left of the dot.
    [[nodiscard]] std::int64_t whole() const;
    // `5`, `5.0`, `-0.25`.
    [[nodiscard]] std::string text() const;

    // 1 and 1.0 are equal.
    friend std::strong_ordering operator<=>(const LiquidNumber& one, const LiquidNumber& other);
    friend bool operator==(const LiquidNumber& one, const LiquidNumber& other) { return (one <=> other) == 0; }

    // Nothing when the result is too large. Two integers make an integer.
    [[nodiscard]] std::optional<LiquidNumber> plus(const LiquidNumber& other) const;
    [[nodiscard]] std::optional<LiquidNumber> times(const LiquidNumber& other) const;
    // By anything but zero; of two integers rounded down.
    [[nodiscard]] std::optional<LiquidNumber> divided_by(const LiquidNumber& other) const;
    // Has the sign of the divisor, which is not zero.
    [[nodiscard]] std::optional<LiquidNumber> modulo(const LiquidNumber& other) const;
    [[nodiscard]] std::optional<LiquidNumber> negated() const;

    [[nodiscard]] LiquidNumber floor() const;
    [[nodiscard]] LiquidNumber ceil() const;
    // Half away from zero, to so many places after the dot; before it when negative. Stays what it is, integer or
    // decimal.
    [[nodiscard]] std::optional<LiquidNumber> rounded(std::int64_t places) const;
    // The digits of the number with exactly so many places, rounded: 12.3 with 2 places is 1230.
    [[nodiscard]] std::optional<std::int64_t> scaled(int places) const;

  private:
    std::int64_t digits_ = 0;
    int places_ = 0;
    bool is_decimal_ = false;
};

}  // namespace tradewind::domain
