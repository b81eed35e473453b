#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/database/query.h"
#include "storage/database/transaction.h"
#include "storage/postgres/insert_rows.h"
#include "storage/postgres/statement_writes.h"

struct pg_result;

namespace tradewind::storage {

struct ClearPostgresResult {
    void operator()(pg_result* result) const noexcept;
};
using PostgresResult = std::unique_ptr<pg_result, ClearPostgresResult>;

// Whether the tables are spread over a cluster: then statements may have words of their own.
enum class PostgresKind { Single, Cluster };

// What a service knows of the cluster that it uses, from its start on.
struct PostgresCluster {
    std::set<std::string> pair_functions;          // By name; see pair_functions.h.
    std::set<std::string> tables_beside_contacts;  // A row is on the machine of its contact.
};

// The words of a statement for such a server.
std::string_view words_of(const Query& query, PostgresKind kind);

// The rows that a statement changed; none for one that only reads.
std::int64_t changed_rows(const pg_result& result);
// The whole number in a result. Throws DatabaseBroken when there is none.
std::int64_t integer_in(const pg_result& result, int row, int column);
// The text in it; empty when there is none.
std::string text_in(const pg_result& result, int row, int column);

// The values of a call as libpq wants them, kept until it is sent: numbers and texts as text, bytes as they are. The
// server finds out the types from the statement. Throws PostgresError for a text that PostgreSQL cannot hold.
class PostgresValues {
  public:
    // The name is that of the statement.
    PostgresValues(std::string_view name, std::span<const Parameter> parameters);
    PostgresValues(PostgresValues&&) = delete;  // It points into itself.

    [[nodiscard]] std::size_t bytes() const { return texts_.size(); }
    [[nodiscard]] int count() const { return static_cast<int>(values_.size()); }
    [[nodiscard]] const char* const* values() const { return values_.data(); }
    [[nodiscard]] const int* lengths() const { return lengths_.data(); }
    [[nodiscard]] const int* formats() const { return formats_.data(); }

  private:
    void add(std::string_view name, const Parameter& parameter);
    void add_text(std::string_view name, std::string_view text);

    std::string texts_;  // Each with a zero byte behind it. Never grows beyond what was reserved.
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
};

// A Query on one connection, and the cursor over its rows, all of which are here when it starts. Used by the thread
// that uses the connection.
class PostgresStatement final : public Cursor {
  public:
    PostgresStatement(const Query& query, std::string name, PostgresKind kind);
    // An INSERT of so many rows; see inserts_a_row().
    PostgresStatement(const PostgresStatement& of_a_row, std::size_t rows);
    // The call of a function, with so many parameters, that does what these two do.
    PostgresStatement(const PostgresStatement& first, const PostgresStatement& second, std::string_view function,
                      int parameters);
    // One that is never prepared.
    explicit PostgresStatement(std::string_view query_name) : query_name_(query_name) {}
    PostgresStatement(const PostgresStatement&) = delete;
    PostgresStatement& operator=(const PostgresStatement&) = delete;

    [[nodiscard]] bool is_of(const Query& query, PostgresKind kind) const;
    [[nodiscard]] const std::string& query_name() const { return query_name_; }
    [[nodiscard]] std::string_view when_locked() const { return when_locked_; }
    [[nodiscard]] const std::string& sql() const { return sql_; }
    // What the server knows it by, once it is prepared.
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool is_prepared() const { return is_prepared_; }
    void note_prepared() { is_prepared_ = true; }
    // Known of a statement for a cluster.
    [[nodiscard]] const std::vector<StatementWrite>& writes() const { return writes_; }
    // Whether several of them may be sent as one; see insert_rows.h.
    [[nodiscard]] bool inserts_a_row() const { return insert_.has_value(); }

    // Throws std::logic_error when it is running already.
    void check_idle() const;
    void start(PostgresResult result);

    bool next() override;
    [[nodiscard]] bool is_null(int column) const override;
    [[nodiscard]] std::int64_t integer(int column) const override;
    [[nodiscard]] std::string_view text(int column) const override;
    void finish() noexcept override;

  private:
    const std::string query_name_;
    const std::string when_locked_;
    const std::string sql_;
    const std::optional<InsertOfARow> insert_;
    const std::vector<StatementWrite> writes_;
    const std::string name_;
    bool is_prepared_ = false;
    PostgresResult result_;
    int row_ = -1;
    mutable std::vector<std::string> bytes_;  // Of the row, by column: the server writes bytes as hexadecimal digits.
};

}  // namespace tradewind::storage
