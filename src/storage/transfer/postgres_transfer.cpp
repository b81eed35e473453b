#include "storage/transfer/postgres_transfer.h"

#include <algorithm>

#include "base/text.h"
#include "storage/migrations/migrate.h"
#include "storage/postgres/home.h"
#include "storage/postgres/schema.h"

namespace tradewind::storage {
namespace {

// The server may take its time, and nobody else waits.
constexpr PostgresTimeouts patience{.statement_time_max = std::chrono::milliseconds(0),
                                    .silence_max = std::chrono::milliseconds(-1)};

constexpr std::string_view progress_table = "transfer_progress";
constexpr std::string_view whose_store = "";  // In the place of the name of a table.

constexpr const char* table_names_sql =
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename COLLATE \"C\"";

TransferKind kind_of(const std::string& type) {
    if (type == "bigint") { return TransferKind::Integer; }
    if (type == "text") { return TransferKind::Text; }
    if (type == "jsonb") { return TransferKind::Json; }
    if (type == "bytea") { return TransferKind::Bytes; }
    throw DatabaseBroken("the schema has a column of the type " + type);
}

std::vector<std::string> names_of(const std::vector<TransferRow>& rows) {
    std::vector<std::string> found;
    found.reserve(rows.size());
    for (const auto& row : rows) { found.push_back(row.front().value()); }
    return found;
}

// Bytes as the server reads and writes them in a text.
constexpr std::string_view hex_prefix = "\\x";

unsigned digit_value(char digit) {
    return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

std::string bytes_in(std::string_view hex) {
    hex.remove_prefix(hex_prefix.size());
    std::string bytes;
    for (std::size_t place = 0; place + 1 < hex.size(); place += 2) {
        bytes.push_back(static_cast<char>(digit_value(hex[place]) << 4 | digit_value(hex[place + 1])));
    }
    return bytes;
}

std::optional<std::string> as_sent(TransferKind kind, const std::optional<std::string>& value) {
    if (!value || kind != TransferKind::Bytes) { return value; }
    return std::string(hex_prefix) + base::to_hex(*value);
}

TransferRow as_sent(const TransferTable& table, const TransferRow& key) {
    TransferRow sent;
    for (std::size_t number = 0; number < key.size(); ++number) {
        sent.push_back(as_sent(table.columns[table.key[number]].kind, key[number]));
    }
    return sent;
}

void read_bytes(const TransferTable& table, TransferRow& row) {
    for (std::size_t place = 0; place < row.size(); ++place) {
        if (row[place] && table.columns[place].kind == TransferKind::Bytes) { row[place] = bytes_in(*row[place]); }
    }
}

std::string insert_sql(const TransferTable& table, std::size_t rows) {
    std::string sql = "INSERT INTO \"" + table.name + "\" (";
    for (std::size_t place = 0; place < table.columns.size(); ++place) {
        sql += (place == 0 ? "\"" : ", \"") + table.columns[place].name + "\"";
    }
    sql += ") VALUES ";
    std::size_t number = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        sql += row == 0 ? "(" : ", (";
        for (std::size_t place = 0; place < table.columns.size(); ++place) {
            sql += (place == 0 ? "$" : ", $") + std::to_string(++number);
        }
        sql += ")";
    }
    return sql;
}

}  // namespace

PostgresTransfer::PostgresTransfer(const base::Secret& address) : connection_(address, patience) {
    // What a crash of the server takes is written again; finish() makes all of it durable. And whoever stops the
    // command for a while goes on afterwards: nobody else is kept waiting.
    connection_.run_script("SET synchronous_commit = off; SET idle_in_transaction_session_timeout = 0");
}

bool PostgresTransfer::has_store(const std::string& instance_id) {
    if (is_being_filled(connection_)) { return false; }
    const auto names = names_of(connection_.rows_of(table_names_sql, {}));
    return std::ranges::count(names, "instance") != 0 &&
           !connection_.rows_of("SELECT id FROM instance WHERE instance_id = $1", {instance_id}).empty();
}

base::Result<void> PostgresTransfer::begin(const std::string& instance_id, const base::Clock& clock, base::Log& log) {
    TRY(check_server(connection_));
    TRY(close_threshold(connection_, log));
    TRY(claim(instance_id));
    open_threshold(connection_);
    PostgresSchema schema(connection_, clock);
    return migrate(schema, migration_texts, clock);
}

base::Result<void> PostgresTransfer::claim(const std::string& instance_id) {
    if (!is_being_filled(connection_)) {
        const auto names = names_of(connection_.rows_of(table_names_sql, {}));
        if (!names.empty()) { return base::conflict("The database is not empty. Make a new one for the store."); }
        connection_.run_script("CREATE TABLE " + std::string(progress_table) +
                               " (table_name text PRIMARY KEY, store text NOT NULL)");
    }
    connection_.rows_of(
        "INSERT INTO " + std::string(progress_table) + " (table_name, store) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        {std::string(whose_store), instance_id});
    const auto rows = connection_.rows_of("SELECT store FROM " + std::string(progress_table) + " WHERE table_name = $1",
                                          {std::string(whose_store)});
    if (rows.at(0).at(0) != instance_id) {
        return base::conflict("Another store is on its way into this database. Make a new one for this store.");
    }
    return {};
}

std::vector<TransferTable> PostgresTransfer::tables() {
    std::vector<TransferTable> tables;
    for (const auto& name : names_of(connection_.rows_of(table_names_sql, {}))) {
        if (name == progress_table) { continue; }
        auto& table = tables.emplace_back(TransferTable{.name = name, .columns = {}, .key = {}});
        for (const auto& row :
             connection_.rows_of("SELECT column_name, data_type FROM information_schema.columns "
                                 "WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position",
                                 {name})) {
            table.columns.push_back({.name = row[0].value(), .kind = kind_of(row[1].value())});
        }
        for (const auto& key : names_of(connection_.rows_of(
                 "SELECT a.attname FROM pg_index i, unnest(i.indkey) WITH ORDINALITY k (number, place), pg_attribute a "
                 "WHERE i.indisprimary AND i.indrelid = to_regclass($1) AND a.attrelid = i.indrelid "
                 "AND a.attnum = k.number ORDER BY k.place",
                 {name}))) {
            const auto place = std::ranges::find(table.columns, key, &TransferColumn::name);
            table.key.push_back(static_cast<std::size_t>(place - table.columns.begin()));
        }
        if (table.key.empty()) { throw DatabaseBroken("the table " + name + " has no primary key"); }
    }
    return tables;
}

std::optional<TransferRow> PostgresTransfer::begin_table(const TransferTable& table, Begin begin) {
    const auto progress = std::string(progress_table);
    const auto known = connection_.rows_of("SELECT store FROM " + progress + " WHERE table_name = $1", {table.name});
    if (known.empty() || begin == Begin::Anew) {
        connection_.run_script("BEGIN");
        connection_.run_script("DELETE FROM \"" + table.name + "\"");
        connection_.rows_of("INSERT INTO " + progress + " (table_name, store) VALUES ($1, '') ON CONFLICT DO NOTHING",
                            {table.name});
        connection_.run_script("COMMIT");
        return std::nullopt;
    }
    std::string keys;
    std::string backwards;
    for (const auto place : table.key) {
        const auto column = (keys.empty() ? "\"" : ", \"") + table.columns[place].name + "\"";
        keys += column;
        backwards += column + " DESC";
    }
    auto last =
        connection_.rows_of("SELECT " + keys + " FROM \"" + table.name + "\" ORDER BY " + backwards + " LIMIT 1", {});
    if (last.empty()) { return std::nullopt; }
    auto& key = last.front();
    for (std::size_t number = 0; number < key.size(); ++number) {
        if (table.columns[table.key[number]].kind == TransferKind::Bytes) { key[number] = bytes_in(*key[number]); }
    }
    return std::move(key);
}

void PostgresTransfer::insert(const TransferTable& table, const std::vector<TransferRow>& rows) {
    TransferRow values;
    for (const auto& row : rows) {
        for (std::size_t place = 0; place < row.size(); ++place) {
            values.push_back(as_sent(table.columns[place].kind, row[place]));
        }
    }
    connection_.rows_of(insert_sql(table, rows.size()), values);
}

std::vector<TransferRow> PostgresTransfer::slice(const TransferTable& table, const std::optional<TransferRow>& after,
                                                 std::size_t rows_max) {
    auto rows = connection_.rows_of(table.slice_sql(after.has_value(), rows_max),
                                    after ? as_sent(table, *after) : TransferRow());
    for (auto& row : rows) { read_bytes(table, row); }
    return rows;
}

std::int64_t PostgresTransfer::count(const TransferTable& table) {
    const auto rows = connection_.rows_of("SELECT count(*) FROM \"" + table.name + "\"", {});
    return std::stoll(rows.at(0).at(0).value());
}

void PostgresTransfer::finish() {
    connection_.run_script("SET synchronous_commit = on");
    connection_.run_script("BEGIN");
    connection_.rows_of("UPDATE outside_world SET home = $1", {home_of(connection_)});
    connection_.run_script("DROP TABLE " + std::string(progress_table));
    connection_.run_script("COMMIT");
    connection_.run_script("ANALYZE");
}

}  // namespace tradewind::storage
