#include "storage/postgres/home.h"

#include <utility>

#include "storage/postgres/cluster.h"

namespace tradewind::storage {
namespace {

constexpr int server_version_min = 15'00'00;

constexpr const char* home_sql =
    "SELECT 'postgresql ' || s.system_identifier || ' ' || d.oid "
    "FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()";

constexpr const char* filled_sql =
    "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'transfer_progress'";

// Any number that nobody else uses in this database: "tradewnd". The server ends a connection whose other side is gone
// without a word: others wait for it.
constexpr const char* lock_sql =
    "SET idle_session_timeout = '10s'; SET LOCAL lock_timeout = '500ms'; "
    "SELECT pg_advisory_lock(x'7472616465776e64'::bigint)";
constexpr const char* unlock_sql =
    "SELECT pg_advisory_unlock(x'7472616465776e64'::bigint); SET idle_session_timeout = 0";

// Of the server, or of the coordinator of its cluster.
std::string value_in(PostgresConnection& connection, const char* sql) {
    if (is_worker(connection)) { return value_on_coordinator(connection, sql); }
    return connection.rows_of(sql, {}).at(0).at(0).value();
}

}  // namespace

std::string home_of(PostgresConnection& connection) {
    return value_in(connection, home_sql);
}

base::Result<void> check_server(PostgresConnection& connection) {
    if (connection.server_version() < server_version_min) {
        return base::conflict("The PostgreSQL server is too old: version 15 or newer is needed.");
    }
    if (connection.reported("server_encoding") != "UTF8") {
        return base::conflict("The database must keep its text as UTF-8: create it with ENCODING 'UTF8'.");
    }
    return {};
}

bool is_being_filled(PostgresConnection& connection) {
    return value_in(connection, filled_sql) != "0";
}

base::Result<void> close_threshold(PostgresConnection& connection, base::Log& log,
                                   const std::function<bool()>& is_stopped) {
    bool has_told = false;
    while (const auto failed = connection.try_script(lock_sql)) {
        if (failed->failure() != PostgresFailure::Locked) { throw *failed; }
        if (is_stopped()) {
            return base::conflict("Another process is beginning with this database; this one was asked to end.");
        }
        if (!std::exchange(has_told, true)) {
            log.warning("another process is beginning with this database; waiting for it");
        }
    }
    return {};
}

void open_threshold(PostgresConnection& connection) {
    connection.run_script(unlock_sql);
}

}  // namespace tradewind::storage
