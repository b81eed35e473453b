#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace tradewind::storage {

// What is in a database file that nobody has open.
struct SqliteFacts {
    std::int64_t schema_version = 0;
    std::string instance_id;
    std::string secret_key_fingerprint;
    std::map<std::string, std::int64_t> rows;  // Of every table, by its name.
    std::vector<std::string> awaited_files;    // Names of files that are still to be taken in.
};

// Makes a file that was written with a write-ahead log one that needs none, so that it is whole by itself. Throws
// SqliteError.
void leave_write_ahead_log(const std::filesystem::path& file);

// Reads every page and refuses a file that is damaged; then counts. Takes as long as that takes, or until `is_over`,
// when it is refused as Unavailable. The file needs no write-ahead log. Throws DatabaseBroken.
base::Result<SqliteFacts> examine_sqlite_file(const std::filesystem::path& file, const std::atomic<bool>& is_over);

}  // namespace tradewind::storage
