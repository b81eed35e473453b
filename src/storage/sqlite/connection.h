#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/clock.h"
#include "storage/database/query.h"
#include "storage/sqlite/error.h"
#include "storage/sqlite/statement.h"

namespace tradewind::storage {

enum class SqliteRole {
    Writer,  // The only connection that writes, and that checkpoints but for what is copied ahead of wiping.
    Reader,  // Cannot write.
};

// One connection to the database file, with every statement it has prepared. Closing it leaves the write-ahead log as
// it is: when to checkpoint is the writer's decision. Used by one thread at a time.
class SqliteConnection {
  public:
    // Nobody else writes; this is only for a person who looks into the file with another tool.
    static constexpr std::chrono::milliseconds busy_wait{100};

    // A Writer creates the file when it is missing. Throws SqliteError.
    SqliteConnection(const std::filesystem::path& file, SqliteRole role);
    SqliteConnection(const SqliteConnection&) = delete;
    SqliteConnection& operator=(const SqliteConnection&) = delete;

    // The prepared form of a Query, remembered by its address.
    SqliteStatement& statement(const Query& query);
    // Runs a statement that has neither parameters nor rows worth reading; what went wrong, if anything did.
    [[nodiscard]] std::optional<SqliteError> attempt(const Query& query);
    // Runs statements that nobody will need again. Throws SqliteError.
    void run_script(const std::string& sql);

    // From now on a page that the system has in memory is read where it is instead of being copied. One that the disk
    // cannot read then ends the process by SIGBUS.
    void map_file();

    [[nodiscard]] bool in_transaction() const;
    // Ends statements whose rows somebody forgot to let go of.
    void finish_statements() noexcept;
    [[nodiscard]] bool has_running_statements() const { return statements_running_ != 0; }

    // From now on, statements are cut with SqliteFailure::Interrupted when they go on for longer than this after the
    // last restart_time_limit(). The clock must outlive the connection.
    void limit_time(const base::Clock& clock, std::chrono::milliseconds longest);
    void restart_time_limit() { time_limit_.deadline.reset(); }
    // No limit until the next restart.
    void lift_time_limit() { time_limit_.deadline = std::chrono::steady_clock::time_point::max(); }

    // From now on, statements are cut like that once this is true. Instead of a limit in time.
    void interrupt_when(const std::atomic<bool>& is_over);

    // Pages in the write-ahead log after the newest commit of this connection.
    [[nodiscard]] int log_pages() const { return log_pages_; }
    // Copies what no reader holds back from the log into the database file; Busy when they hold some of it back. With
    // EmptyLog also empties the log, if all readers let go of it within this time. Not inside a transaction.
    enum class Checkpoint { KeepLog, EmptyLog };
    [[nodiscard]] std::optional<SqliteError> checkpoint(Checkpoint checkpoint,
                                                        std::chrono::milliseconds wait = busy_wait);
    // Reads every page anew when it is next needed. Not inside a transaction.
    void forget_pages();

    // Writes the file anew, as small as it can be; the old pages stay in the log until it is emptied. Not inside a
    // transaction. Throws SqliteError.
    void vacuum();
    // Where vacuum() puts its copy, of every connection of the process; before the first one is opened. By itself, in
    // the system's place for such files, which may be small.
    static void put_temporary_files_into(const std::filesystem::path& directory);

    // For SqliteStatement.
    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
    void note_started() noexcept { ++statements_running_; }
    void note_finished() noexcept { --statements_running_; }

  private:
    struct CloseHandle {
        void operator()(sqlite3* handle) const noexcept;
    };
    struct TimeLimit {
        const base::Clock* clock = nullptr;
        std::chrono::milliseconds longest{};
        std::optional<std::chrono::steady_clock::time_point> deadline;
    };

    void open(const std::filesystem::path& file, SqliteRole role);
    void configure(SqliteRole role);
    void check_pages_can_be_wiped();
    static int is_time_over(void* time_limit);

    std::unique_ptr<sqlite3, CloseHandle> handle_;
    std::unordered_map<const Query*, std::unique_ptr<SqliteStatement>> statements_;
    int statements_running_ = 0;
    int log_pages_ = 0;
    TimeLimit time_limit_;
};

}  // namespace tradewind::storage
