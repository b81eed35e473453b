#include "storage/sqlite/facts.h"

#include <sqlite3.h>

#include <memory>

#include "storage/sqlite/connection.h"
#include "storage/sqlite/text_rows.h"
#include "storage/sqlite/wiping_files.h"

namespace tradewind::storage {
namespace {

struct CloseHandle {
    void operator()(sqlite3* handle) const noexcept { sqlite3_close(handle); }
};

base::Error facts_stopped() {
    return base::unavailable(base::Outcome::None, "it was stopped");
}

std::vector<std::string> texts(sqlite3* database, const std::string& sql) {
    std::vector<std::string> found;
    for (SqliteTextRows rows(database, sql); rows.next();) { found.push_back(rows.text(0)); }
    return found;
}

}  // namespace

void leave_write_ahead_log(const std::filesystem::path& file) {
    sqlite3* handle = nullptr;
    const auto code =
        sqlite3_open_v2(file.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, wiping_files());
    const std::unique_ptr<sqlite3, CloseHandle> closes(handle);
    if (code != SQLITE_OK) { throw SqliteError(code, file.string(), sqlite3_errstr(code)); }
    SqliteTextRows mode(handle, "PRAGMA journal_mode = DELETE");
    if (!mode.next() || mode.text(0) != "delete") {
        throw DatabaseBroken("the file " + file.string() + " does not let go of its write-ahead log");
    }
}

base::Result<SqliteFacts> examine_sqlite_file(const std::filesystem::path& file, const std::atomic<bool>& is_over) {
    SqliteConnection connection(file, SqliteRole::Reader);
    connection.interrupt_when(is_over);
    auto* const database = connection.handle();
    const auto verdict = texts(database, "PRAGMA integrity_check(1)");
    if (is_over) { return facts_stopped(); }
    if (verdict != std::vector<std::string>{"ok"}) {
        return base::bad_request("The database " + file.string() + " is damaged.");
    }
    SqliteFacts facts;
    // Those of SQLite itself have names that begin with its own.
    for (const auto& table : texts(database,
                                   "SELECT name FROM sqlite_schema WHERE type = 'table' "
                                   "AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name")) {
        SqliteTextRows count(database, "SELECT count(*) FROM \"" + table + "\"");
        facts.rows[table] = count.next() ? count.integer(0) : 0;
    }
    if (facts.rows.contains("schema_migrations")) {
        SqliteTextRows version(database, "SELECT max(version) FROM schema_migrations");
        facts.schema_version = version.next() ? version.integer(0) : 0;
    }
    if (facts.rows.contains("instance")) {
        SqliteTextRows instance(database, "SELECT instance_id, secret_key_fingerprint FROM instance");
        if (instance.next()) {
            facts.instance_id = instance.text(0);
            facts.secret_key_fingerprint = instance.text(1);
        }
    }
    if (facts.rows.contains("imports")) {
        facts.awaited_files =
            texts(database,
                  "SELECT file FROM imports WHERE file IS NOT NULL AND status IN ('queued', 'inProgress') ORDER BY id");
    }
    // Whatever was counted meanwhile may be too little.
    if (is_over) { return facts_stopped(); }
    return facts;
}

}  // namespace tradewind::storage
