#include "app/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace tradewind::app {
namespace {

constexpr std::size_t bar_width = 30;

}  // namespace

ProgressBar::Style ProgressBar::style_of(std::FILE* output) {
    return isatty(fileno(output)) != 0 ? Style::Bar : Style::Lines;
}

void ProgressBar::show(std::int64_t done, std::int64_t total) {
    const auto percent = total > 0 ? std::clamp<std::int64_t>(done * 100 / total, 0, 100) : 0;
    if (style_ == Style::Lines) {
        if (percent / 10 <= tenth_) { return; }
        tenth_ = percent / 10;
        fmt::print(output_, "{}\n", text(done, total, percent));
    } else {
        const auto filled = bar_width * static_cast<std::size_t>(percent) / 100;
        const auto line = fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(bar_width - filled, '.'),
                                      text(done, total, percent));
        if (line == shown_) { return; }
        // What was longer before is painted over.
        fmt::print(output_, "\r{:<{}}", line, shown_.size());
        shown_ = line;
    }
    std::fflush(output_);
}

void ProgressBar::finish() {
    if (style_ == Style::Bar && !shown_.empty()) { fmt::print(output_, "\n"); }
    std::fflush(output_);
    shown_.clear();
}

std::string ProgressBar::text(std::int64_t done, std::int64_t total, std::int64_t percent) const {
    return fmt::format("{} of {} {}, {} %", done, total, what_, percent);
}

}  // namespace tradewind::app
