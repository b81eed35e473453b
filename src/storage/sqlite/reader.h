#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/clock.h"
#include "storage/database/database.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/work.h"

namespace tradewind::storage {

// What every reader of one database shares. Outlives them.
struct SqliteReaderSource {
    const std::filesystem::path& file;
    const base::Clock& clock;
    SqliteWork& work;
    const std::atomic<std::uint64_t>& commits;  // Raised after each commit, before anyone hears of it.
};

// A read-only connection, opened at its first use. Used by one thread at a time.
class SqliteReader {
  public:
    SqliteReader(const SqliteReaderSource& source, std::chrono::milliseconds longest)
        : source_(source), longest_(longest) {}
    ~SqliteReader() { let_go(); }
    SqliteReader(const SqliteReader&) = delete;
    SqliteReader& operator=(const SqliteReader&) = delete;

    // Runs the piece; all its statements see the database as of one moment, after every commit that anyone has heard
    // of. Afterwards its answer is ready: a read that goes on for too long is refused. The moment is kept for the next
    // piece, which is spared the beginning and the end of a snapshot when nothing was committed since.
    void run(Database::Piece& piece);
    // Ends the snapshot that run() kept: while there is one, the write-ahead log cannot be emptied. Nothing while a
    // piece runs.
    void let_go() noexcept;

  private:
    [[nodiscard]] bool run_in_snapshot(Database::Piece& piece);
    void begin_snapshot(SqliteConnection& reading);
    SqliteConnection& connection();

    const SqliteReaderSource& source_;
    const std::chrono::milliseconds longest_;
    std::unique_ptr<SqliteConnection> connection_;
    std::uint64_t commits_seen_ = 0;  // By the snapshot, while there is one.
    bool is_running_ = false;
};

}  // namespace tradewind::storage
