#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/database/query.h"
#include "storage/database/transaction.h"

struct sqlite3_stmt;

namespace tradewind::storage {

class SqliteConnection;

// A Query prepared on one connection, and the cursor over its rows. Made once, run many times; running it allocates
// nothing once its buffer has grown. Used by the thread that uses the connection.
class SqliteStatement final : public Cursor {
  public:
    SqliteStatement(SqliteConnection& connection, const Query& query)
        : SqliteStatement(connection, query.name, query.sql) {}
    // The name lives as long as the statement.
    SqliteStatement(SqliteConnection& connection, std::string_view name, std::string_view sql);
    SqliteStatement(const SqliteStatement&) = delete;
    SqliteStatement& operator=(const SqliteStatement&) = delete;

    [[nodiscard]] bool is_of(const Query& query) const;

    // Runs it as far as its first row. The parameters need not outlive the call. Throws SqliteError, and
    // std::logic_error when the statement is running already or the number of parameters is wrong.
    void start(std::initializer_list<Parameter> parameters) { start(std::span(parameters.begin(), parameters.size())); }
    void start(std::span<const Parameter> parameters);
    // Runs it to its end; the number of rows changed. Throws like start().
    std::int64_t execute(std::initializer_list<Parameter> parameters);
    // Runs a statement without parameters to its end; an SQLite result code.
    [[nodiscard]] int try_execute() noexcept;

    bool next() override;
    [[nodiscard]] bool is_null(int column) const override;
    [[nodiscard]] std::int64_t integer(int column) const override;
    [[nodiscard]] std::string_view text(int column) const override;
    void finish() noexcept override;

  private:
    struct FinalizeHandle {
        void operator()(sqlite3_stmt* handle) const noexcept;
    };
    enum class State : std::uint8_t { Idle, AtFirstRow, AtRow, AtEnd };

    void check_ready(std::size_t parameter_count) const;
    void bind(std::size_t position, const Parameter& parameter);
    void bind_copies(std::span<const Parameter> parameters);
    [[nodiscard]] bool step();
    void reset() noexcept;

    SqliteConnection& connection_;
    const std::string_view name_;
    std::unique_ptr<sqlite3_stmt, FinalizeHandle> handle_;
    bool changes_rows_ = false;
    State state_ = State::Idle;
    std::vector<int> slots_;  // SQLite's number of `$1`, `$2`, ...: to SQLite these are names, numbered as they appear.
    std::string copies_;      // The texts and bytes bound by start().
};

}  // namespace tradewind::storage
