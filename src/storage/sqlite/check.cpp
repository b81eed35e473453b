#include "storage/sqlite/check.h"

#include <string>
#include <vector>

#include "storage/sqlite/connection.h"
#include "storage/sqlite/text_rows.h"

namespace tradewind::storage {
namespace {

// The first word of the verdict is enough: after damage was told, looking further may meet it again and throw.
bool is_whole(const SqliteConnection& connection, const std::string& what) {
    SqliteTextRows verdict(connection.handle(), "PRAGMA integrity_check(" + what + ")");
    return verdict.next() && verdict.text(0) == "ok";
}

}  // namespace

base::Result<void> check_sqlite_file(const std::filesystem::path& file) {
    const SqliteConnection connection(file, SqliteRole::Reader);
    if (is_whole(connection, "1")) { return {}; }
    std::string damaged;
    std::vector<std::string> tables;
    for (SqliteTextRows names(connection.handle(), "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
         names.next();) {
        tables.push_back(names.text(0));
    }
    for (const auto& table : tables) {
        if (!is_whole(connection, "\"" + table + "\"")) { damaged += (damaged.empty() ? "" : ", ") + table; }
    }
    return base::bad_request("The database " + file.string() + " is damaged" +
                             (damaged.empty() ? "" : ": in " + damaged) +
                             ". Restore a backup: tradewind restore BACKUP --data NEW ...");
}

}  // namespace tradewind::storage
