#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "domain/messages/liquid/liquid_value.h"

namespace tradewind::domain::liquid {

// What a loop goes through: some of the items of a value, none of which is made before its turn.
class LoopItems {
  public:
    // A text is its own only item; what holds nothing has none.
    explicit LoopItems(LiquidValue value);

    // Keeps those from there on, so many at most. A text stays whole.
    void cut(std::int64_t from, std::optional<std::int64_t> limit);
    void reverse() { is_reversed_ = true; }
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] LiquidValue at(std::uint64_t index) const;

  private:
    LiquidValue value_;
    std::uint64_t first_ = 0;
    std::uint64_t size_ = 0;
    bool is_reversed_ = false;
};

// `forloop`. It goes on while the loop does.
class ForLoop final : public LiquidValues {
  public:
    ForLoop(std::string_view name, std::uint64_t length, std::shared_ptr<const ForLoop> parent)
        : name_(name), length_(length), parent_(std::move(parent)) {}

    void next() { ++index_; }
    [[nodiscard]] std::optional<LiquidValue> find(std::string_view name) const override;

  private:
    std::string_view name_;
    std::uint64_t length_;
    std::shared_ptr<const ForLoop> parent_;
    std::uint64_t index_ = 0;
};

// `tablerowloop`.
class TableRowLoop final : public LiquidValues {
  public:
    TableRowLoop(std::uint64_t length, std::int64_t columns) : length_(length), columns_(columns) {}

    void next();
    [[nodiscard]] std::int64_t column() const { return column_; }
    [[nodiscard]] std::int64_t row() const { return row_; }
    [[nodiscard]] bool is_last() const { return index_ + 1 == length_; }
    [[nodiscard]] bool is_last_column() const { return column_ == columns_; }
    [[nodiscard]] std::optional<LiquidValue> find(std::string_view name) const override;

  private:
    std::uint64_t length_;
    std::int64_t columns_;
    std::uint64_t index_ = 0;
    std::int64_t row_ = 1;
    std::int64_t column_ = 1;
};

}  // namespace tradewind::domain::liquid
