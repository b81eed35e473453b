#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace tradewind::domain {

// What a template may use up. See LiquidLimits.
enum class LiquidLimit { Source, Output, Kept, Steps, Nesting, Time };

// What is wrong with a template, and where. Lines and columns count from 1, columns by characters.
struct LiquidProblem {
    std::size_t line = 1;
    std::size_t column = 1;
    std::string words;                      // A sentence without a full stop.
    std::optional<LiquidLimit> limit = {};  // The one that was passed.

    // `line 2, column 5: there is no filter "upcas"`.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const LiquidProblem&, const LiquidProblem&) = default;
};

}  // namespace tradewind::domain
