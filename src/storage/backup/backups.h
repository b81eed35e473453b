#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "base/worker_thread.h"
#include "storage/backup/backup_manifest.h"
#include "storage/files/operating_notes.h"
#include "storage/sqlite/database.h"

namespace tradewind::storage {

// The backup that is being made, or was made last.
struct BackupStanding {
    enum class State { None, Running, Done, Failed };

    State state = State::None;
    std::filesystem::path target;
    BackupProgress progress;
    std::string problem;  // Of one that failed.
};

// Makes backups of a running database, one at a time, on a thread of its own. Thread-safe.
class Backups {
  public:
    struct Dependencies {
        SqliteDatabase& database;
        std::filesystem::path database_file;
        std::filesystem::path files;
        std::filesystem::path usual_place;  // A directory, made when it is needed.
        OperatingNotes notes;
        std::string version;
        const base::Clock& clock;
        base::Log& log;
    };

    explicit Backups(Dependencies dependencies);
    // One that is under way is given up; nothing of it is left.
    ~Backups();
    Backups(const Backups&) = delete;
    Backups& operator=(const Backups&) = delete;

    // Where it will be. An empty path: the usual place. Conflict while there is one under way.
    base::Result<std::filesystem::path> start(const std::filesystem::path& target);
    [[nodiscard]] BackupStanding standing() const;

  private:
    class Ending;
    void run(const std::filesystem::path& target);
    base::Result<BackupManifest> make(const std::filesystem::path& target);
    base::Result<void> write_database(const std::filesystem::path& file);

    const Dependencies dependencies_;
    std::atomic<bool> is_over_{false};
    mutable std::mutex mutex_;
    BackupStanding standing_;  // Guarded by mutex_.
    base::WorkerThread thread_;
};

}  // namespace tradewind::storage
