#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "storage/sqlite/connection.h"

struct sqlite3;
struct sqlite3_backup;

namespace tradewind::storage {

// How far a backup is, in pages of the database.
struct BackupProgress {
    std::int64_t done = 0;
    std::int64_t total = 0;
    bool is_whole = false;
};

// A database on its way into another file, through the connection that writes it. What is committed meanwhile reaches
// the other file too, so that the work never begins anew, and between two slices no snapshot is held. All of it happens
// on the thread of that connection, outside of transactions, and ends before that connection does.
class SqliteBackup {
  public:
    // The file is there and empty. Nothing of it is durable.
    static base::Result<std::unique_ptr<SqliteBackup>> begin(SqliteConnection& source,
                                                             const std::filesystem::path& file);
    SqliteBackup(const SqliteBackup&) = delete;
    SqliteBackup& operator=(const SqliteBackup&) = delete;
    ~SqliteBackup();

    // Goes on for about this long.
    base::Result<BackupProgress> go_on(const base::Clock& clock, std::chrono::milliseconds longest);

  private:
    struct CloseHandle {
        void operator()(sqlite3* handle) const noexcept;
    };

    SqliteBackup() = default;
    [[nodiscard]] base::Error failure(int code) const;

    std::unique_ptr<sqlite3, CloseHandle> target_;
    sqlite3_backup* backup_ = nullptr;
};

// Where other threads ask the writer for slices of a backup, of which there is one at a time.
class BackupRequests {
  public:
    // Of the time of the writer, between two batches.
    static constexpr std::chrono::milliseconds slice_longest{4};

    struct Wish {
        std::optional<std::filesystem::path> begin = {};  // Anew, in the place of the one under way.
        bool gives_up = false;
    };

    // The writer looks after each batch. Thread-safe, but one at a time.
    std::future<base::Result<BackupProgress>> ask(Wish wish);

    // On the writer's thread:
    void serve(SqliteConnection& source, const base::Clock& clock);
    // Before the connection is closed. Who asks later is refused.
    void close();

  private:
    base::Result<BackupProgress> run(const Wish& wish, SqliteConnection& source, const base::Clock& clock);

    std::mutex mutex_;
    std::optional<Wish> wish_;  // Guarded by mutex_, as are the next two.
    std::promise<base::Result<BackupProgress>> promise_;
    bool is_closed_ = false;

    std::unique_ptr<SqliteBackup> backup_;  // Of the writer's thread.
};

}  // namespace tradewind::storage
