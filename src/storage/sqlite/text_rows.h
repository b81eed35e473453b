#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace tradewind::storage {

// The rows of a statement whose text follows from the schema and can therefore be no constant. Throws SqliteError.
class SqliteTextRows {
  public:
    SqliteTextRows(sqlite3* database, const std::string& sql);

    // Before the first row: what `$1`, `$2`, ... are, counted from 1.
    void bind_integer(int number, std::int64_t value);
    void bind_text(int number, const std::string& text);
    void bind_bytes(int number, const std::string& bytes);

    bool next();
    [[nodiscard]] bool is_null(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string text(int column) const;  // Bytes likewise; empty for null.

  private:
    struct FinalizeHandle {
        void operator()(sqlite3_stmt* handle) const noexcept;
    };
    [[nodiscard]] int slot(int number) const;
    void check(int code) const;

    sqlite3* database_;
    std::unique_ptr<sqlite3_stmt, FinalizeHandle> handle_;
};

}  // namespace tradewind::storage
