#include "storage/sqlite_reader.h"

#include <stdexcept>

#include "storage/sqlite_transaction.h"

namespace tradewind::storage {
namespace {

constexpr Query begin_query{.name = "reader.begin", .sql = "BEGIN"};
constexpr Query end_query{.name = "reader.end", .sql = "COMMIT"};

// The database as of one moment, for as long as this lives.
class Snapshot {
  public:
    explicit Snapshot(SqliteConnection& connection) : connection_(connection) {
        connection_.restart_time_limit();
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

void SqliteReader::run(Database::Piece& piece) {
    static_cast<void>(source_.work.run(piece, [this, &piece] { return run_in_snapshot(piece); }));
}

bool SqliteReader::run_in_snapshot(Database::Piece& piece) {
    auto& reading = connection();
    if (reading.in_transaction()) { throw std::logic_error("a read was started inside the work of another read"); }
    const Snapshot snapshot(reading);
    return SqliteTransaction(reading).run(piece);
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
