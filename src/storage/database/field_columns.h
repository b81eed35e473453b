#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "domain/fields/field_table.h"
#include "storage/database/json_column.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// How a value of each kind of field is kept: money and other decimals as ten-thousandths, moments as milliseconds,
// booleans as 0 or 1, lists of texts as JSON.
template <std::same_as<bool> Boolean>  // And nothing that would become one.
std::int64_t column_of(Boolean value) {
    return value ? 1 : 0;
}
inline std::int64_t column_of(base::Decimal value) {
    return value.ten_thousandths;
}
inline std::int64_t column_of(base::Instant value) {
    return value.milliseconds;
}
inline std::string column_of(const std::vector<std::string>& value) {
    return json_from_texts(value);
}
template <class T>
auto column_of(const std::optional<T>& value) {
    return value ? std::optional(column_of(*value)) : std::nullopt;
}

// The same as a parameter. A view of a text: the value must live until the statement has run.
inline Parameter parameter_of(const std::string& value) {
    return value;
}
inline Parameter parameter_of(std::int64_t value) {
    return value;
}
inline Parameter parameter_of(base::Id value) {
    return value.number;
}
inline Parameter parameter_of(base::Decimal value) {
    return column_of(value);
}
inline Parameter parameter_of(base::Instant value) {
    return column_of(value);
}
template <std::same_as<bool> Boolean>
Parameter parameter_of(Boolean value) {
    return column_of(value);
}
template <class T>
Parameter parameter_of(const std::optional<T>& value) {
    return value ? parameter_of(*value) : Parameter(std::nullopt);
}

inline void read_column(const Rows& rows, int column, std::string& out) {
    out = rows.text(column);
}
inline void read_column(const Rows& rows, int column, std::vector<std::string>& out) {
    out = texts_from_json(rows.text(column));
}
inline void read_column(const Rows& rows, int column, bool& out) {
    out = rows.integer(column) != 0;
}
inline void read_column(const Rows& rows, int column, std::int64_t& out) {
    out = rows.integer(column);
}
inline void read_column(const Rows& rows, int column, base::Decimal& out) {
    out = {rows.integer(column)};
}
inline void read_column(const Rows& rows, int column, base::Id& out) {
    out = {rows.integer(column)};
}
inline void read_column(const Rows& rows, int column, base::Instant& out) {
    out = {rows.integer(column)};
}
template <class T>
requires requires(const Rows& rows, T& value) {
    read_column(rows, 0, value);
}
void read_column(const Rows& rows, int column, std::optional<T>& out) {
    out.reset();
    if (!rows.is_null(column)) { read_column(rows, column, out.emplace()); }
}

// The fields of a table from columns that stand in the order of the table.
template <class Struct, std::size_t Count>
Struct read_columns(const domain::FieldTable<Struct, Count>& table, const Rows& rows) {
    Struct value;
    for (std::size_t index = 0; index < Count; ++index) {
        table[index].member.visit([&](auto member) {
            if constexpr (requires { read_column(rows, 0, value.*member); }) {
                read_column(rows, static_cast<int>(index), value.*member);
            } else {
                assert(false && "such a field has no column of its own");
            }
        });
    }
    return value;
}

}  // namespace tradewind::storage
