#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "storage/database/answer_batch.h"
#include "storage/database/database.h"
#include "storage/database/database_figures.h"
#include "storage/database/wake_calls.h"
#include "storage/database/write_queue.h"
#include "storage/sqlite/backup.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/work.h"

namespace tradewind::storage {

// The one thread that writes. It runs what waits as one batch, each piece in a savepoint inside one transaction,
// commits once, and only then answers. A batch that cannot be committed is undone and each of its pieces run alone.
// Nobody is told that something was done unless it is durable.
class SqliteWriter {
  public:
    // Pages in the write-ahead log at which it is copied into the database file. More would stall longer, less oftener.
    static constexpr int checkpoint_pages = 4000;

    // The connection is a Writer; everything else must outlive this.
    SqliteWriter(std::unique_ptr<SqliteConnection> connection, const base::Clock& clock, SqliteWork& work,
                 std::atomic<std::uint64_t>& commits, DatabaseFigures& figures);
    ~SqliteWriter();
    SqliteWriter(const SqliteWriter&) = delete;
    SqliteWriter& operator=(const SqliteWriter&) = delete;

    // Runs what is queued, empties the write-ahead log and closes the connection; what comes later is refused.
    void stop();

    // Thread-safe.
    void submit(Priority priority, std::unique_ptr<Database::Piece> piece);
    // Asks for the log to be emptied after the next batch, and for pages in memory to be forgotten, which would carry
    // into the log again what only unused bytes of the database file were wiped of. Unavailable when readers do not let
    // go of the log within this time. Most of the log should have been copied by another connection before.
    // Thread-safe, but one at a time.
    std::future<base::Result<void>> want_empty_log(std::chrono::milliseconds wait);
    // Where slices of a backup are asked for; they are made after the next batch.
    [[nodiscard]] BackupRequests& backup_requests() { return backup_requests_; }
    // Called on the writer's thread. When this returns, the one set before is not running and will not be called again.
    void on_definitions_change(std::function<void()> reload);
    // Made on the writer's thread.
    [[nodiscard]] WakeCalls& wake_calls() { return wake_calls_; }

  private:
    enum class BatchEnd {
        Settled,  // Every piece has its answer, and what was done is durable.
        Undone,   // Nothing of it was kept; it can be tried again.
        Broken,   // Nothing of it was kept, and the database is broken.
        Damaged,  // Nothing of it was kept, and nothing will be written any more.
        InDoubt,  // The database broke during the commit.
    };

    void run();
    void run_batch();
    [[nodiscard]] BatchEnd run_together();
    // Of one that came to no commit.
    [[nodiscard]] BatchEnd end_without_commit() const;
    void take_batch();
    // False when the transaction is gone or of no use any more.
    [[nodiscard]] bool run_in_savepoint(Database::Piece& piece);
    void run_alone(Database::Piece& piece);
    // Readers look at the database anew after it.
    [[nodiscard]] std::optional<SqliteError> try_to_commit();
    [[nodiscard]] BatchEnd commit();
    void undo();
    [[nodiscard]] bool reload_definitions();
    void refuse_batch(base::Outcome outcome, std::string_view cause);
    void shed(std::vector<std::unique_ptr<Database::Piece>> pieces);
    void answer_batch();
    void checkpoint(SqliteConnection::Checkpoint kind);
    void empty_log_if_wanted();
    [[nodiscard]] base::Result<void> empty_log(std::chrono::milliseconds wait);

    const base::Clock& clock_;
    SqliteWork& work_;
    std::atomic<std::uint64_t>& commits_;
    DatabaseFigures& figures_;
    std::mutex reload_mutex_;
    std::function<void()> reload_;  // Guarded by reload_mutex_.
    struct EmptyLogWish {
        std::chrono::milliseconds wait;
        std::promise<base::Result<void>> done;
    };
    std::mutex empty_log_mutex_;
    std::optional<EmptyLogWish> empty_log_wish_;  // Guarded by empty_log_mutex_.
    BackupRequests backup_requests_;
    WakeCalls wake_calls_;
    WriteQueue queue_;

    // Of the writer's thread:
    std::unique_ptr<SqliteConnection> connection_;
    std::vector<std::unique_ptr<Database::Piece>> batch_;
    bool definitions_changed_ = false;
    SleeperSet woken_;
    AnswerBatch answers_;

    std::thread thread_;
};

}  // namespace tradewind::storage
