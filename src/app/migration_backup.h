#pragma once

#include <chrono>
#include <cstdint>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "storage/files/data_directory.h"
#include "storage/sqlite/connection.h"

namespace tradewind::app {

// Of the backups that are made before the schema is changed, so many are kept, the newest, and for so long: they hold
// people who may be erased meanwhile.
inline constexpr int migration_backups_kept = 1;
inline constexpr std::chrono::hours migration_backup_age_max{7 * 24};

// Makes a backup of a database that nobody uses yet, in the data directory, before its schema of this version is
// changed. Those made earlier for the same reason go, but for as many as are kept.
base::Result<void> back_up_before_migration(storage::SqliteConnection& connection, std::int64_t version,
                                            const storage::DataDirectory& directory, const base::Clock& clock,
                                            base::Log& log);

// Removes those that are too old.
void remove_old_migration_backups(const storage::DataDirectory& directory, const base::Clock& clock);

}  // namespace tradewind::app
