#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "storage/database/transaction.h"

struct sqlite3;

namespace tradewind::storage {

// How far a failure of SQLite reaches.
enum class SqliteFailure {
    Constraint,   // A rule of the schema would be broken.
    Statement,    // What was asked cannot be done: wrong SQL, no memory.
    Full,         // The disk is full. The transaction may be gone.
    Interrupted,  // It ran longer than its time limit.
    Busy,         // Somebody else holds the lock, though nobody should.
    Fatal,        // An I/O error, a failed fsync or a damaged file: nothing may be acknowledged any more.
};

class SqliteError final : public DatabaseBroken {
  public:
    // `code` is an extended result code; `where` names the statement or the step, never a value. `system_error` is the
    // errno of what failed, if it is known.
    SqliteError(int code, std::string_view where, std::string_view message, int system_error = 0);
    // The newest failure of this connection.
    static SqliteError last_of(sqlite3* database, std::string_view where);

    [[nodiscard]] SqliteFailure failure() const { return failure_; }
    // What the person is told whose work failed, nothing of it having been kept. Its cause is this error's text.
    [[nodiscard]] base::Error refusal() const;

  private:
    SqliteFailure failure_;
};

}  // namespace tradewind::storage
