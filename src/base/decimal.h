#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tradewind::base {

// Money and other decimals: a whole number of ten-thousandths. Never goes through a double.
struct Decimal {
    static constexpr std::int64_t scale = 10'000;
    // |x| < 10^14.
    static constexpr std::int64_t ten_thousandths_limit = 100'000'000'000'000 * scale;

    std::int64_t ten_thousandths = 0;

    friend auto operator<=>(const Decimal&, const Decimal&) = default;

    // From the digits of a JSON number, exponents accepted; beyond 4 places rounded half away from zero. Too large:
    // Error `invalid("", reason)`. Linear in the text, whatever the exponent.
    static Result<Decimal> parse(std::string_view json_number);

    // Without exponent and without trailing zeros: `19.99`, `100`, `-0.5`; never `-0`.
    [[nodiscard]] std::string text() const;
    void append_to(std::string& out) const;
};

// An integer from the digits of a JSON number: `3`, `3.0`, `3e2` are integers, `3.5` is not; within +-(2^53-1).
Result<std::int64_t> parse_integer(std::string_view json_number);

}  // namespace tradewind::base
