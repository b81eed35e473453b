#pragma once

#include <filesystem>

#include "base/result.h"
#include "storage/backup/backup_manifest.h"

namespace tradewind::storage {

// Reads the manifest of a backup and holds every byte of it against it, then examines the database in it. Refused: what
// is no backup, is damaged, or has a newer schema than this program knows.
base::Result<BackupManifest> check_backup(const std::filesystem::path& backup);

}  // namespace tradewind::storage
