#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "storage/database/transaction.h"

struct sqlite3;

namespace tradewind::storage {

// How far a failure of SQLite reaches.
enum class SqliteFailure {
    Constraint,  // A rule of the schema would be broken.
    Statement,   // What was asked cannot be done: wrong SQL.
    NoMemory,
    Full,         // The disk is full. The transaction may be gone.
    Interrupted,  // It ran longer than its time limit.
    Busy,         // Somebody else holds the lock, though nobody should.
    Damaged,      // Something cannot be read, or what is read makes no sense: nothing may be written any more.
    Fatal,        // A failed write or fsync: nothing may be acknowledged any more.
};

class SqliteError final : public DatabaseBroken {
  public:
    // `code` is an extended result code; `where` names the statement or the step, never a value. `system_error` is the
    // errno of what failed, if it is known.
    SqliteError(int code, std::string_view where, std::string_view message, int system_error = 0);
    // The newest failure of this connection.
    static SqliteError last_of(sqlite3* database, std::string_view where);

    [[nodiscard]] SqliteFailure failure() const { return failure_; }
    // Of damage: the tables of the statement that met it; empty when it was none that has some.
    [[nodiscard]] const std::string& tables() const { return tables_; }
    void set_tables(std::string tables) { tables_ = std::move(tables); }
    // What the person is told whose work failed, nothing of it having been kept. Its cause is this error's text.
    [[nodiscard]] base::Error refusal() const;

  private:
    SqliteFailure failure_;
    std::string tables_;
};

}  // namespace tradewind::storage
