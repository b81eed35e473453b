#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "domain/messages/liquid/liquid_value.h"

namespace tradewind::domain::liquid {

// A text that grows up to a bound. What goes beyond is not added, and `is_over` tells.
class BoundedText {
  public:
    explicit BoundedText(std::size_t bytes_max) : bytes_max_(bytes_max) {}

    void append(std::string_view more);
    [[nodiscard]] bool is_over() const { return is_over_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::string take() && { return std::move(text_); }

  private:
    std::string text_;
    std::size_t bytes_max_;
    bool is_over_ = false;
};

// As filters see a value that they take for a text: a list is `["a", 1]`, a map `{"a"=>1}`.
void append_text(BoundedText& out, const LiquidValue& value);
// As it stands in such a list: texts in quotes, nothing as `nil`.
void append_inspected(BoundedText& out, const LiquidValue& value);
std::string inspected_text(const LiquidValue& constant);

}  // namespace tradewind::domain::liquid
