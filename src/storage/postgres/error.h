#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "storage/database/transaction.h"

struct pg_conn;
struct pg_result;

namespace tradewind::storage {

// How far a failure of PostgreSQL reaches, and whether the whole work may be run again after it.
enum class PostgresFailure {
    Conflict,        // Deadlock or serialization failure: run again.
    Unique,          // Somebody else inserted the same identity: run again, and see it.
    Stale,           // The prepared statements of this connection are of no use any more: connect anew, run again
                     // once. What fails so again cannot be done at all.
    ReadOnly,        // The server is a standby: connect anew, to the primary, and run again. In a read: our mistake.
    ConnectionLost,  // Outside of COMMIT nothing was kept: run again.
    PeerLost,        // Our server lost another one that it needs for this. Outside of COMMIT nothing was kept.
    Unreachable,     // There is no server to connect to, or it takes no connection.
    Constraint,      // A rule of the schema would be broken.
    Statement,       // What was asked cannot be done: wrong SQL, a wrong value.
    Full,            // The server's disk is full.
    Locked,          // It waited too long for another transaction.
    Interrupted,     // It ran longer than its time limit.
    Server,          // The server is in trouble: no memory, an I/O error, damaged data.
};

class PostgresError final : public DatabaseBroken {
  public:
    // `where` names the statement or the step. A message may hold values of people, so that what is kept of it is what
    // holds none.
    PostgresError(PostgresFailure failure, std::string_view where, std::string_view what);
    static PostgresError of(const pg_result* result, const pg_conn* connection, std::string_view where);

    [[nodiscard]] PostgresFailure failure() const { return failure_; }
    // What the person is told whose work failed, nothing of it having been kept. Its cause is this error's text.
    [[nodiscard]] base::Error refusal() const;
    // What that person is told of a Locked one instead, as a Conflict; nothing when empty.
    void explain_lock(std::string_view detail) { lock_detail_ = detail; }

  private:
    PostgresFailure failure_;
    std::string lock_detail_;
};

// What a SQLSTATE means, the connection still being there.
PostgresFailure failure_of_state(std::string_view sqlstate);

}  // namespace tradewind::storage
