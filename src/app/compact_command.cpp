#include "app/compact_command.h"

#include <fmt/format.h>

#include "base/random.h"
#include "storage/files/data_directory.h"
#include "storage/sqlite/compaction.h"

namespace tradewind::app {

base::Result<void> compact(const Config& config) {
    if (config.database) {
        return base::bad_request("The data is in PostgreSQL, which gives room back by itself, or by VACUUM FULL.");
    }
    if (!storage::DataDirectory::has_database(config.data)) {
        return base::bad_request("There is no database in " + config.data.string() + ".");
    }
    base::SystemRandom random;
    auto opened = storage::DataDirectory::open(config.data, random);
    if (!opened && opened.error().kind == base::ErrorKind::Conflict) {
        return base::conflict(opened.error().detail + " Stop the service before its database is made smaller.");
    }
    const auto directory = TRY(std::move(opened));
    const auto file = directory.database_file();
    storage::SqliteConnection::put_temporary_files_into(file.parent_path());
    storage::SqliteConnection connection(file, storage::SqliteRole::Writer);
    const auto size = TRY(storage::compact(connection, file));
    fmt::print("the database has {} bytes, and had {}\n", size.after, size.before);
    return {};
}

}  // namespace tradewind::app
