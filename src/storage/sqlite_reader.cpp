#include "storage/sqlite_reader.h"

#include <stdexcept>

#include "storage/sqlite_transaction.h"

namespace tradewind::storage {
namespace {

constexpr Query begin_query{.name = "reader.begin", .sql = "BEGIN"};
constexpr Query end_query{.name = "reader.end", .sql = "COMMIT"};

// The database as of one moment, for as long as this lives; or only an end to whatever statement is started.
class Snapshot {
  public:
    Snapshot(SqliteConnection& connection, SqliteScope scope) : connection_(connection) {
        connection_.restart_time_limit();
        if (scope == SqliteScope::Statement) { return; }
        if (const auto failed = connection_.attempt(begin_query)) { throw *failed; }
    }
    ~Snapshot() {
        // Ending must not be cut: a snapshot left open would keep the write-ahead log from ever being emptied.
        connection_.lift_time_limit();
        connection_.finish_statements();
        if (connection_.in_transaction()) { static_cast<void>(connection_.attempt(end_query)); }
    }
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

  private:
    SqliteConnection& connection_;
};

}  // namespace

void SqliteReader::run(Database::Piece& piece, SqliteScope scope) {
    static_cast<void>(source_.work.run(piece, [this, &piece, scope] { return run_in_scope(piece, scope); }));
}

bool SqliteReader::run_in_scope(Database::Piece& piece, SqliteScope scope) {
    auto& reading = connection();
    if (reading.in_transaction() || reading.has_running_statements()) {
        throw std::logic_error("a read was started inside the work of another read");
    }
    const Snapshot snapshot(reading, scope);
    return SqliteTransaction(reading, scope).run(piece);
}

SqliteConnection& SqliteReader::connection() {
    if (!connection_) {
        auto opened = std::make_unique<SqliteConnection>(source_.file, SqliteRole::Reader);
        opened->statement(begin_query);
        opened->statement(end_query);
        opened->limit_time(source_.clock, longest_);
        connection_ = std::move(opened);
    }
    return *connection_;
}

}  // namespace tradewind::storage
