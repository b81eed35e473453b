#include "storage/transfer/sqlite_transfer.h"

#include <algorithm>
#include <charconv>

#include "storage/sqlite/text_rows.h"

namespace tradewind::storage {
namespace {

std::vector<std::string> texts(const SqliteConnection& connection, const std::string& sql) {
    std::vector<std::string> found;
    for (SqliteTextRows rows(connection.handle(), sql); rows.next();) { found.push_back(rows.text(0)); }
    return found;
}

void bind(SqliteTextRows& rows, int number, TransferKind kind, const std::string& value) {
    switch (kind) {
        case TransferKind::Integer: {
            std::int64_t integer = 0;
            std::from_chars(value.data(), value.data() + value.size(), integer);
            return rows.bind_integer(number, integer);
        }
        case TransferKind::Text:
        case TransferKind::Json:
            return rows.bind_text(number, value);
        case TransferKind::Bytes:
            return rows.bind_bytes(number, value);
    }
}

}  // namespace

std::vector<std::string> SqliteTransfer::tables() const {
    return texts(connection_,
                 "SELECT name FROM sqlite_schema WHERE type = 'table' "
                 "AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name");
}

std::vector<std::string> SqliteTransfer::columns(const std::string& table) const {
    return texts(connection_, "SELECT name FROM pragma_table_info('" + table + "') ORDER BY name");
}

std::int64_t SqliteTransfer::count(const std::string& table) const {
    SqliteTextRows rows(connection_.handle(), "SELECT count(*) FROM \"" + table + "\"");
    return rows.next() ? rows.integer(0) : 0;
}

std::vector<TransferRow> SqliteTransfer::slice(const TransferTable& table, const std::optional<TransferRow>& after) {
    SqliteTextRows rows(connection_.handle(), table.slice_sql(after.has_value(), rows_per_slice));
    for (std::size_t number = 0; after && number < table.key.size(); ++number) {
        const auto kind = table.columns[table.key[number]].kind;
        bind(rows, static_cast<int>(number) + 1, kind, (*after)[number].value());
    }
    std::vector<TransferRow> found;
    std::size_t bytes = 0;
    while (bytes < bytes_per_slice && rows.next()) {
        auto& row = found.emplace_back(table.columns.size());
        for (std::size_t place = 0; place < row.size(); ++place) {
            const auto column = static_cast<int>(place);
            if (rows.is_null(column)) { continue; }
            const bool is_number = table.columns[place].kind == TransferKind::Integer;
            row[place] = is_number ? std::to_string(rows.integer(column)) : rows.text(column);
            bytes += row[place]->size();
        }
    }
    return found;
}

}  // namespace tradewind::storage
