#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "storage/backup/backup_manifest.h"

namespace tradewind::storage {

// What is to be put into a backup, and where.
struct BackupOrder {
    std::filesystem::path target;  // The directory that will be the backup; not there yet.
    std::filesystem::path files;   // Of the installation.
    std::uint64_t database_bytes;  // About.
    std::string version;           // Of this program.
    base::Instant now;
    // Writes the database into a file that is not there yet.
    std::function<base::Result<void>(const std::filesystem::path& file)> write_database;
    // Once it is true, the work ends as soon as it can, and is refused.
    const std::atomic<bool>& is_over;
};

// What must stay free on the disk of a backup besides it: a backup does not fill the disk of the service.
inline constexpr std::uint64_t backup_spare_bytes = std::uint64_t{128} * 1024 * 1024;

inline constexpr std::string_view unfinished_backup_ending = ".unfinished";

// Makes a backup, whole or not at all: in a directory with that ending, examined, hashed, durable; then under
// its name. Refused: a name that is taken, a place that cannot be written or has too little room, a copy that is not
// as it must be. Takes as long as it takes. Throws std::system_error.
base::Result<BackupManifest> write_backup(const BackupOrder& order);

// Whose whole name is decided: `target`, or, when that is a directory and no backup, a new one in it named after the
// moment.
std::filesystem::path backup_path(const std::filesystem::path& target, base::Instant now);

}  // namespace tradewind::storage
