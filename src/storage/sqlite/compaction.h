#pragma once

#include <cstdint>
#include <filesystem>

#include "base/log.h"
#include "base/result.h"
#include "storage/sqlite/connection.h"

namespace tradewind::storage {

struct CompactedSize {
    std::uint64_t before = 0;
    std::uint64_t after = 0;
};

// Writes a database file anew through its Writer connection, without room that nothing needs. Takes as long as that
// takes. StorageFull when there is too little room for a copy in a file of its own, which then goes through the log;
// Conflict when somebody else reads the file. Throws SqliteError.
base::Result<CompactedSize> compact(SqliteConnection& connection, const std::filesystem::path& file);

// The same, once, for a file with pages that were not written by way of wiping_files() and may hold traces of what was
// deleted. That it was done is noted in the file itself, and so comes with every copy of it.
base::Result<void> compact_unless_wiped(SqliteConnection& connection, const std::filesystem::path& file,
                                        base::Log& log);

// Before anything is written into a file that was just made: there is nothing to be done for it.
void note_new_file_as_wiped(SqliteConnection& connection);

}  // namespace tradewind::storage
