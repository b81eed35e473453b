#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tradewind::domain::liquid {

struct LineAndColumn {
    std::size_t line = 1;
    std::size_t column = 1;
};

// Finds the line and column of a byte of a text.
class SourceLines {
  public:
    explicit SourceLines(std::string source);

    [[nodiscard]] LineAndColumn at(std::size_t place) const;
    [[nodiscard]] std::string_view text() const { return source_; }

  private:
    std::string source_;
    std::vector<std::size_t> starts_;
};

}  // namespace tradewind::domain::liquid
