#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/instant.h"

namespace tradewind::storage {

// When a backup was last made.
struct BackupNote {
    struct Made {
        base::Instant at;
        std::uint64_t bytes = 0;

        friend bool operator==(const Made&, const Made&) = default;
    };
    std::optional<Made> made = {};
    std::optional<base::Instant> failed_at = {};  // Since then.

    friend bool operator==(const BackupNote&, const BackupNote&) = default;
};

// When somebody last tried to restore a backup, or restored one.
struct RestoreNote {
    base::Instant at;
    std::optional<base::Instant> backup_made_at = {};  // Nothing: it could not be used.

    friend bool operator==(const RestoreNote&, const RestoreNote&) = default;
};

// What operators want to know of a data directory with SQLite, in small files in it. The database is what is backed up,
// and so cannot tell. A file that makes no sense is none. Each of the three is noted by one thread at a time;
// thread-safe otherwise. Whoever notes something may throw std::system_error.
class OperatingNotes {
  public:
    explicit OperatingNotes(std::filesystem::path data_directory) : path_(std::move(data_directory)) {}

    [[nodiscard]] BackupNote backup() const;
    void note_backup(const BackupNote::Made& made) const;
    void note_failed_backup(base::Instant at) const;

    [[nodiscard]] std::optional<RestoreNote> restore() const;
    void note_restore(const RestoreNote& note) const;

    // Of all files in the directory. What goes away meanwhile is left out.
    [[nodiscard]] std::uint64_t used_bytes() const;
    // Notes how much it is, once a day; so many days are kept.
    static constexpr std::size_t days_kept = 30;
    void note_used_bytes(base::Instant now) const;
    // By how much it grew each day since the oldest note; nothing before three days were seen, or when it did not grow.
    static constexpr std::int64_t days_seen_min = 3;
    [[nodiscard]] std::optional<std::uint64_t> daily_growth(base::Instant now, std::uint64_t used_bytes) const;

  private:
    const std::filesystem::path path_;
};

}  // namespace tradewind::storage
