#include "storage/sqlite/compaction.h"

#include <string>

#include "storage/sqlite/text_rows.h"

namespace tradewind::storage {
namespace {

// In the header of the file, where nobody else keeps anything: every page was written by way of wiping_files().
constexpr std::int64_t wiped_version = 1;

std::int64_t pragma_number(const SqliteConnection& connection, const std::string& name) {
    SqliteTextRows rows(connection.handle(), "PRAGMA " + name);
    return rows.next() ? rows.integer(0) : 0;
}

// Also of what is in the log alone.
std::uint64_t size_of(const SqliteConnection& connection) {
    return static_cast<std::uint64_t>(pragma_number(connection, "page_count") * pragma_number(connection, "page_size"));
}

void note_wiped(SqliteConnection& connection) {
    connection.run_script("PRAGMA user_version = " + std::to_string(wiped_version));
}

}  // namespace

base::Result<CompactedSize> compact(SqliteConnection& connection, const std::filesystem::path& file) {
    CompactedSize size{.before = size_of(connection)};
    const auto room_needed = 2 * size.before;
    std::error_code unknown;
    const auto room = std::filesystem::space(file, unknown);
    if (!unknown && room.available < room_needed) {
        return base::Error{.kind = base::ErrorKind::StorageFull,
                           .detail = "There is too little room to write the database " + file.string() +
                                     " anew: " + std::to_string(room_needed) + " bytes are needed, " +
                                     std::to_string(room.available) + " are free."};
    }
    connection.vacuum();
    if (const auto failed = connection.checkpoint(SqliteConnection::Checkpoint::EmptyLog)) {
        if (failed->failure() != SqliteFailure::Busy) { throw *failed; }
        return base::conflict("The database " + file.string() + " is being read by another program. End that first.");
    }
    note_wiped(connection);
    size.after = size_of(connection);
    return size;
}

void note_new_file_as_wiped(SqliteConnection& connection) {
    // It is its header alone.
    if (pragma_number(connection, "page_count") <= 1) { note_wiped(connection); }
}

base::Result<void> compact_unless_wiped(SqliteConnection& connection, const std::filesystem::path& file,
                                        base::Log& log) {
    if (pragma_number(connection, "user_version") >= wiped_version) { return {}; }
    log.info("the database is written anew, once, so that nothing is left of what was deleted by an older version",
             {{"bytes", static_cast<std::int64_t>(size_of(connection))}});
    TRY(compact(connection, file));
    return {};
}

}  // namespace tradewind::storage
