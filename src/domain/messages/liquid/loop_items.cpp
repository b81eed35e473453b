#include "domain/messages/liquid/loop_items.h"

#include <algorithm>

namespace tradewind::domain::liquid {
namespace {

// What both kinds of loops tell.
std::optional<LiquidValue> loop_place(std::string_view name, std::uint64_t index, std::uint64_t length) {
    if (name == "index") { return index + 1; }
    if (name == "index0") { return index; }
    if (name == "rindex") { return length - index; }
    if (name == "rindex0") { return length - index - 1; }
    if (name == "first") { return index == 0; }
    if (name == "last") { return index + 1 == length; }
    if (name == "length") { return length; }
    return std::nullopt;
}

}  // namespace

LoopItems::LoopItems(LiquidValue value) : value_(std::move(value)) {
    if (const auto* const list = value_.as_list()) { size_ = list->size(); }
    if (const auto* const text = value_.as_text()) { size_ = text->empty() ? 0 : 1; }
    if (const auto* const range = value_.as_range()) { size_ = range->size(); }
    const auto* const values = value_.as_values();
    if (values != nullptr && values->entries() != nullptr) { size_ = values->entries()->size(); }
}

void LoopItems::cut(std::int64_t from, std::optional<std::int64_t> limit) {
    if (value_.as_text() != nullptr) { return; }
    // Items up to `from + limit`, counted from the first; so a negative start makes the limit smaller.
    const auto end = limit ? static_cast<__int128>(from) + *limit : static_cast<__int128>(size_);
    const auto kept_end = static_cast<std::uint64_t>(std::clamp<__int128>(end, 0, size_));
    first_ = std::min(static_cast<std::uint64_t>(std::max<std::int64_t>(from, 0)), kept_end);
    size_ = kept_end - first_;
}

LiquidValue LoopItems::at(std::uint64_t index) const {
    const auto place = first_ + (is_reversed_ ? size_ - 1 - index : index);
    if (const auto* const list = value_.as_list()) { return (*list)[place]; }
    if (const auto* const range = value_.as_range()) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(range->first) + place);
    }
    if (const auto* const values = value_.as_values()) {
        const auto& entry = (*values->entries())[place];
        return LiquidList{entry.first, entry.second};
    }
    return value_;
}

std::optional<LiquidValue> ForLoop::find(std::string_view name) const {
    if (name == "name") { return LiquidValue(name_); }
    if (name == "parentloop") { return parent_ != nullptr ? LiquidValue(parent_) : LiquidValue(); }
    return loop_place(name, index_, length_);
}

void TableRowLoop::next() {
    ++index_;
    if (is_last_column()) {
        column_ = 1;
        ++row_;
    } else {
        ++column_;
    }
}

std::optional<LiquidValue> TableRowLoop::find(std::string_view name) const {
    if (name == "row") { return row_; }
    if (name == "col") { return column_; }
    if (name == "col0") { return column_ - 1; }
    if (name == "col_first") { return column_ == 1; }
    if (name == "col_last") { return is_last_column(); }
    return loop_place(name, index_, length_);
}

}  // namespace tradewind::domain::liquid
