#include "storage/sqlite/check.h"

#include "storage/database/query.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/transaction.h"

namespace tradewind::storage {
namespace {

// Only for files of this engine, so no words are shared here.
constexpr Query integrity_query{.name = "check.integrity", .sql = "PRAGMA integrity_check(1)"};

}  // namespace

base::Result<void> check_sqlite_file(const std::filesystem::path& file) {
    SqliteConnection connection(file, SqliteRole::Reader);
    connection.run_script("BEGIN");
    SqliteTransaction transaction(connection);
    auto rows = transaction.query(integrity_query);
    if (rows.next() && rows.text(0) == "ok") { return {}; }
    return base::bad_request("The database " + file.string() + " is damaged.");
}

}  // namespace tradewind::storage
