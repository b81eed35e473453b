#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/log.h"
#include "storage/database/database.h"
#include "storage/files/disk_reserve.h"
#include "storage/sqlite/error.h"
#include "storage/sqlite/options.h"

namespace tradewind::storage {

// Whether the database may still be written, and acknowledge anything. Thread-safe.
class SqliteHealth {
  public:
    // Of the options those that are about it; they outlive this.
    explicit SqliteHealth(const SqliteOptions& options);

    // There is no way back; the first cause is passed on, on the calling thread.
    void report_fatal(std::string_view cause);
    [[nodiscard]] bool is_broken() const { return broken_.load(std::memory_order_acquire); }
    // Likewise.
    void report_damage(const SqliteError& error);
    [[nodiscard]] bool is_damaged() const { return damaged_.load(std::memory_order_acquire); }
    [[nodiscard]] std::optional<std::string> damage() const;
    [[nodiscard]] bool may_write() const { return !is_broken() && !is_damaged(); }

  private:
    const SqliteOptions& options_;
    std::atomic<bool> broken_{false};
    std::atomic<bool> damaged_{false};
    mutable std::mutex mutex_;
    std::optional<std::string> damage_;  // Guarded by mutex_.
};

enum class WorkEnd {
    Keep,   // Its changes are to be kept.
    Undo,   // It was refused, by itself or because it failed.
    Fatal,  // The database is broken or damaged; it was refused, and the health knows.
};

// The one place where an exception out of somebody's work ends: the piece is refused, what is our mistake goes to the
// log. Shared by the threads that run work; thread-safe.
class SqliteWork {
  public:
    // The reserve may be null.
    SqliteWork(base::Log& log, SqliteHealth& health, DiskReserve* reserve)
        : log_(log), health_(health), reserve_(reserve) {}

    // `run` runs the piece, with what must be done around it, and says whether its changes are to be kept.
    [[nodiscard]] WorkEnd run(Database::Piece& piece, const std::function<bool()>& run);
    // Whether the disk has room for what the piece does; refused if not.
    [[nodiscard]] bool finds_room(Database::Piece& piece) const;
    [[nodiscard]] bool is_disk_full() const { return reserve_ != nullptr && reserve_->is_given_up(); }
    // Gives the reserve up if the disk is full.
    void note(const SqliteError& error);
    // Refuses a piece because of an error, and tells the log, the reserve or the health what they must know.
    void refuse(Database::Piece& piece, const SqliteError& error);
    // False, with the health told, when it throws.
    [[nodiscard]] bool run_reload(const std::function<void()>& reload);

    [[nodiscard]] SqliteHealth& health() { return health_; }

  private:
    base::Log& log_;
    SqliteHealth& health_;
    DiskReserve* reserve_;
};

}  // namespace tradewind::storage
