#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "base/clock.h"
#include "storage/database.h"
#include "storage/sqlite_connection.h"
#include "storage/sqlite_transaction.h"
#include "storage/sqlite_work.h"

namespace tradewind::storage {

// What every reader of one database shares. Outlives them.
struct SqliteReaderSource {
    const std::filesystem::path& file;
    const base::Clock& clock;
    SqliteWork& work;
};

// A read-only connection, opened at its first use. Used by one thread at a time.
class SqliteReader {
  public:
    SqliteReader(const SqliteReaderSource& source, std::chrono::milliseconds longest)
        : source_(source), longest_(longest) {}

    // Runs the piece; all its statements see the database as of one moment. Afterwards its answer is ready: a read that
    // goes on for too long is refused.
    void run(Database::Piece& piece, SqliteScope scope = SqliteScope::Snapshot);

  private:
    [[nodiscard]] bool run_in_scope(Database::Piece& piece, SqliteScope scope);
    SqliteConnection& connection();

    const SqliteReaderSource& source_;
    const std::chrono::milliseconds longest_;
    std::unique_ptr<SqliteConnection> connection_;
};

}  // namespace tradewind::storage
