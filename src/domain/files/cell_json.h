#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/json_writer.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// What the cells of a column become in JSON. A list is split at `|`.
enum class CellKind { Text, Number, Boolean, List };

template <class T>
constexpr CellKind cell_kind_of_value() {
    if constexpr (std::is_same_v<T, base::Decimal> || std::is_same_v<T, std::int64_t>) { return CellKind::Number; }
    if constexpr (std::is_same_v<T, bool>) { return CellKind::Boolean; }
    if constexpr (std::is_same_v<T, std::vector<std::string>>) { return CellKind::List; }
    return CellKind::Text;
}

template <class Struct, class T>
constexpr CellKind cell_kind_of_member(T Struct::*) {
    return cell_kind_of_value<T>();
}

template <class Struct, class T>
constexpr CellKind cell_kind_of_member(std::optional<T> Struct::*) {
    return cell_kind_of_value<T>();
}

template <class Struct>
CellKind cell_kind_of(const Member<Struct>& member) {
    CellKind kind{};
    member.visit([&](auto place) { kind = cell_kind_of_member(place); });
    return kind;
}

// What is none of its kind becomes a text: whoever reads the member tells so.
void write_cell(base::JsonWriter& writer, CellKind kind, std::string_view cell);

}  // namespace tradewind::domain
