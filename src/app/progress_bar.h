#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace tradewind::app {

// Shows how far a long piece of work is: on a terminal as a bar that is drawn over itself, otherwise as plain lines,
// one for each tenth of the work that is done.
class ProgressBar {
  public:
    enum class Style { Bar, Lines };

    // `what` is counted: "rows".
    ProgressBar(std::FILE* output, Style style, std::string_view what) : output_(output), style_(style), what_(what) {}
    // Bar when the output is a terminal.
    static Style style_of(std::FILE* output);

    // Nothing is written when nothing new would be seen.
    void show(std::int64_t done, std::int64_t total);
    // Leaves the bar where it is; what is printed next begins on a line of its own.
    void finish();

  private:
    [[nodiscard]] std::string text(std::int64_t done, std::int64_t total, std::int64_t percent) const;

    std::FILE* const output_;
    const Style style_;
    const std::string what_;
    std::string shown_;
    std::int64_t tenth_ = -1;  // The last that a line told.
};

}  // namespace tradewind::app
