#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "storage/files/disk_reserve.h"

namespace tradewind::storage {

class SqliteConnection;

struct SqliteOptions {
    std::filesystem::path file;
    // Called once, on the thread that found out, when nothing may be acknowledged any more: an I/O error, a failed
    // fsync, a damaged file. The process is to end; what was in flight is settled at the next start.
    std::function<void(std::string_view cause)> on_fatal;
    // Called, when it is given, before the schema of a database that is not new is changed, outside of any transaction;
    // its version is the one that is there. A refusal leaves the database as it is and unopened.
    std::function<base::Result<void>(SqliteConnection& connection, std::int64_t version)> before_migration = {};
    // Given up when the disk is full. Null: then every write finds out for itself. It must outlive the database.
    DiskReserve* reserve = nullptr;
#ifdef TRADEWIND_FAULTS
    bool answer_before_commit = false;
    bool synchronous_off = false;
    bool swallow_errors = false;  // Takes every commit for done.
    bool one_line = false;        // Takes all requests for those of one sender.
    bool keep_deleted = false;    // Without secure_delete, and never wiped.
    bool hoard_memory = false;    // Takes some with every commit and keeps it.
#endif
};

}  // namespace tradewind::storage
