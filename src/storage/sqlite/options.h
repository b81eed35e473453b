#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "storage/files/disk_reserve.h"

namespace tradewind::storage {

class SqliteConnection;

struct SqliteOptions {
    std::filesystem::path file;
    // Called once, on the thread that found out, when nothing may be acknowledged any more: a failed write or fsync.
    // The process is to end; what was in flight is settled at the next start.
    std::function<void(std::string_view cause)> on_fatal;
    // Called once, on the thread that found out, when something cannot be read or makes no sense, before whoever asked
    // for it is answered. `where` is what Database::damage() says from then on.
    std::function<void(std::string_view where, std::string_view cause)> on_damage = {};
    // Where it was damaged when it was open before. Then nothing is written from the beginning.
    std::optional<std::string> damage = {};
    // Called, when it is given, before the schema of a database that is not new is changed, outside of any transaction;
    // its version is the one that is there. A refusal leaves the database as it is and unopened.
    std::function<base::Result<void>(SqliteConnection& connection, std::int64_t version)> before_migration = {};
    // Given up when the disk is full. Null: then every write finds out for itself. It must outlive the database.
    DiskReserve* reserve = nullptr;
};

}  // namespace tradewind::storage
