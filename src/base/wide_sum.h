#pragma once

#include <cstdint>
#include <string>

namespace tradewind::base {

// A sum of ten-thousandths, or of whole numbers, that no count of them can bring beyond what it holds.
class WideSum {
  public:
    // A number too large for a database to add up is added there in two parts: what it holds of `unit`, and the rest.
    static constexpr std::int64_t unit = 1'000'000'000;

    void add(std::int64_t number) { sum_ += number; }
    void add_parts(std::int64_t units, std::int64_t rest) { sum_ += static_cast<Wide>(units) * unit + rest; }
    void add(const WideSum& other) { sum_ += other.sum_; }
    void subtract(const WideSum& other) { sum_ -= other.sum_; }

    // Half away from zero. `count` is above 0.
    [[nodiscard]] WideSum divided_by(std::int64_t count) const;

    // As a whole number: `-12`.
    [[nodiscard]] std::string whole_text() const;
    // As ten-thousandths, without trailing zeros: `19.99`, `100`; never `-0`.
    [[nodiscard]] std::string decimal_text() const;
    // As ten-thousandths, with two decimals, half away from zero: `19.99`, `100.00`; never `-0.00`.
    // Of one of so many equal shares, if there are more.
    [[nodiscard]] std::string money_text(std::int64_t shares = 1) const;

    friend auto operator<=>(const WideSum&, const WideSum&) = default;

  private:
    __extension__ using Wide = __int128;

    Wide sum_ = 0;
};

}  // namespace tradewind::base
