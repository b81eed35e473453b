#include "storage/postgres/cluster.h"

#include <algorithm>

#include "storage/migrations/migrate.h"
#include "storage/postgres/pair_functions.h"
#include "storage/postgres/transaction.h"

namespace tradewind::storage {
namespace {

// These are no Queries, which a test prepares on every server.
constexpr const char* has_citus_sql = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";
constexpr const char* is_worker_sql = "SELECT 1 FROM pg_dist_local_group WHERE groupid <> 0";
constexpr const char* on_coordinator_sql =
    "SELECT success, coalesce(result, ''), 'coordinator' FROM run_command_on_coordinator($1)";
constexpr const char* on_machines_sql =
    "SELECT success, coalesce(result, ''), nodeid FROM run_command_on_all_nodes($1)";
// Looked at on the worker itself: an old schema, or none, has not told it of all.
constexpr const char* tables_here_sql = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()";
constexpr const char* tables_beside_contacts_sql = "SELECT name FROM table_spread WHERE way = 'contact'";
constexpr const char* spread_tables_sql = "SELECT name FROM table_spread";

std::vector<MachineValue> values_of(PostgresConnection& connection, const char* everywhere_sql,
                                    const std::string& sql) {
    std::vector<MachineValue> values;
    for (const auto& row : connection.rows_of(everywhere_sql, {sql})) {
        // What a failed machine says may hold values of people.
        if (row[0] != "t") {
            throw PostgresError(PostgresFailure::PeerLost, "cluster.ask",
                                "the machine " + row[2].value() + " of the cluster does not answer");
        }
        values.push_back({.machine = row[2].value(), .value = row[1].value()});
    }
    return values;
}

std::vector<std::string> names_in(PostgresConnection& connection, const char* sql) {
    std::vector<std::string> names;
    for (const auto& row : connection.rows_of(sql, {})) { names.push_back(row[0].value()); }
    return names;
}

}  // namespace

bool is_of_cluster(PostgresConnection& connection) {
    return !connection.rows_of(has_citus_sql, {}).empty();
}

bool is_worker(PostgresConnection& connection) {
    return is_of_cluster(connection) && !connection.rows_of(is_worker_sql, {}).empty();
}

std::string value_on_coordinator(PostgresConnection& connection, const std::string& sql) {
    return values_of(connection, on_coordinator_sql, sql).at(0).value;
}

std::vector<MachineValue> values_on_machines(PostgresConnection& connection, const std::string& sql) {
    return values_of(connection, on_machines_sql, sql);
}

PostgresCluster find_cluster(PostgresConnection& connection) {
    const auto tables = names_in(connection, tables_beside_contacts_sql);
    return {.pair_functions = find_pair_functions(connection),
            .tables_beside_contacts = {tables.begin(), tables.end()}};
}

base::Result<void> check_worker(PostgresConnection& connection, const base::Clock& clock) {
    const auto here = names_in(connection, tables_here_sql);
    const auto is_here = [&](const std::string& name) { return std::ranges::find(here, name) != here.end(); };
    bool has_all = is_here("table_spread") && is_here("schema_migrations") &&
                   std::ranges::all_of(names_in(connection, spread_tables_sql), is_here);
    if (has_all) {
        PostgresTransaction transaction(connection, PostgresAccess::Read, clock);
        has_all = TRY(is_up_to_date(transaction, migration_texts));
        transaction.end();
    }
    if (has_all) { return {}; }
    return base::conflict(
        "The address is that of a worker, which does not have all tables of this version yet. Run `tradewind database "
        "distribute` with the address of the coordinator first.");
}

}  // namespace tradewind::storage
