#include "storage/postgres/distribution.h"

#include <set>
#include <vector>

#include "storage/migrations/migrate.h"
#include "storage/postgres/cluster.h"
#include "storage/postgres/home.h"
#include "storage/postgres/pair_functions.h"
#include "storage/postgres/schema.h"

namespace tradewind::storage {
namespace {

// To move a large table takes its time, and nobody else waits.
constexpr PostgresTimeouts distribution_patience{.statement_time_max = std::chrono::milliseconds(0),
                                                 .silence_max = std::chrono::milliseconds(-1)};

// The statements here are for a server with Citus alone: another one does not even know the functions. So they are no
// Queries, which a test prepares everywhere.
constexpr const char* coordinator_sql = "SELECT 1 FROM pg_dist_node WHERE groupid = 0";
constexpr const char* workers_sql = "SELECT 1 FROM pg_dist_node WHERE isactive AND shouldhaveshards";
constexpr const char* users_sql =
    "SELECT 1 FROM node_leases WHERE expires_at > extract(epoch FROM clock_timestamp()) * 1000";

// Those that others are put beside come first.
constexpr const char* wanted_sql =
    "SELECT name, way, coalesce(key, '') FROM table_spread ORDER BY name <> 'contacts', name";
constexpr const char* found_sql =
    "SELECT CASE WHEN partmethod <> 'n' THEN 'spread' WHEN repmodel = 't' THEN 'reference' ELSE 'local' END, "
    "coalesce(column_to_column_name(logicalrelid, partkey), ''), "
    "CASE WHEN colocationid = (SELECT p.colocationid FROM pg_dist_partition p "
    "                          WHERE p.logicalrelid = to_regclass('contacts') AND p.partmethod <> 'n') "
    "THEN 'contact' ELSE 'key' END "
    "FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)";

struct WantedSpread {
    std::string name;
    std::string way;
    std::string key;
};

std::string place_of(const WantedSpread& table) {
    if (table.way == "reference") { return "a copy on every machine"; }
    if (table.way == "local") { return "on the coordinator"; }
    if (table.name == "contacts") { return "spread by id"; }
    return "spread by " + table.key + (table.way == "contact" ? ", beside contacts" : "");
}

bool is_spread(const WantedSpread& table) {
    return table.way == "contact" || table.way == "key";
}

std::string move_sql(const WantedSpread& table) {
    if (table.way == "reference") { return "SELECT create_reference_table('" + table.name + "')"; }
    if (table.way == "local") { return "SELECT citus_add_local_table_to_metadata('" + table.name + "')"; }
    const bool is_beside = table.way == "contact" && table.name != "contacts";
    return "SELECT create_distributed_table('" + table.name + "', '" + table.key + "', colocate_with => '" +
           (is_beside ? "contacts" : "none") + "')";
}

class Distribution {
  public:
    explicit Distribution(PostgresConnection& connection) : connection_(connection) {}

    base::Result<void> check_cluster() {
        if (!is_of_cluster(connection_)) {
            return base::conflict(
                "The database has no Citus. On each machine of the cluster: CREATE EXTENSION citus, in a database of "
                "this name.");
        }
        if (is_worker(connection_)) {
            return base::conflict("This machine is a worker of its cluster. Give the address of the coordinator.");
        }
        if (!is_there(coordinator_sql)) {
            return base::conflict(
                "The workers do not know the coordinator. In this database: SELECT citus_set_coordinator_host('NAME'), "
                "with the name by which they reach it.");
        }
        if (!is_there(workers_sql)) {
            return base::conflict(
                "The cluster has no workers. For each, in this database: SELECT citus_add_node('NAME', 5432).");
        }
        return {};
    }

    base::Result<void> check_users() {
        if (!is_there(users_sql)) { return {}; }
        return base::conflict(
            "A service uses the database. Stop all of them, and wait two minutes for one that was killed.");
    }

    // Where its rows are and whether they were moved there.
    bool put(const WantedSpread& table) {
        const bool is_moved = !is_in_place(table);
        if (is_moved) {
            if (is_known(table)) { ask("SELECT undistribute_table('" + table.name + "')"); }
            ask(move_sql(table));
        }
        // What was erased later would stay in the file in which the rows were before. Repeated, for the sake of a run
        // that was killed between the two.
        if (table.way != "local") { ask("SELECT truncate_local_data_after_distributing_table('" + table.name + "')"); }
        return is_moved;
    }

    // Those of other statements, or of other types, go first: a service would not know these from them by the name.
    void make_functions(const std::vector<QueryPair>& pairs) {
        std::vector<PairFunction> functions;
        std::set<std::string> signatures;
        for (const auto& pair : pairs) {
            functions.push_back(describe_pair_function(connection_, pair));
            signatures.insert(functions.back().signature);
        }
        remove_other_pair_functions(connection_, signatures);
        for (const auto& function : functions) {
            connection_.run_script(function.definition);
            ask("SELECT create_distributed_function('" + function.signature +
                "', '$1', colocate_with => 'contacts', force_delegation => true)");
        }
    }

    std::vector<WantedSpread> wanted() {
        std::vector<WantedSpread> tables;
        for (const auto& row : ask(wanted_sql)) {
            tables.push_back({row.at(0).value(), row.at(1).value(), row.at(2).value()});
        }
        return tables;
    }

  private:
    using Answer = std::vector<PostgresConnection::TextRow>;

    Answer ask(const std::string& sql) { return connection_.rows_of(sql, {}); }
    bool is_there(const char* sql) { return !ask(sql).empty(); }
    Answer found(const WantedSpread& table) { return connection_.rows_of(found_sql, {table.name}); }
    bool is_known(const WantedSpread& table) { return !found(table).empty(); }

    bool is_in_place(const WantedSpread& table) {
        const auto rows = found(table);
        if (rows.empty()) { return false; }
        const auto& row = rows.front();
        if (!is_spread(table)) { return row.at(0) == table.way; }
        return row.at(0) == "spread" && row.at(1) == table.key && row.at(2) == table.way;
    }

    PostgresConnection& connection_;
};

}  // namespace

base::Result<void> distribute(const base::Secret& address, const std::vector<QueryPair>& pairs,
                              const base::Clock& clock, base::Log& log,
                              const std::function<void(const DistributedTable&)>& on_table) {
    TRY(check_postgres_address(address));
    PostgresConnection connection(address, distribution_patience);
    TRY(check_server(connection));
    Distribution distribution(connection);
    TRY(distribution.check_cluster());
    TRY(close_threshold(connection, log, [] { return false; }));
    if (is_being_filled(connection)) {
        return base::conflict(
            "A store is on its way into this database. Run `tradewind copy` again until it comes to its end.");
    }
    PostgresSchema schema(connection, clock);
    TRY(migrate(schema, migration_texts, clock));
    TRY(distribution.check_users());
    for (const auto& table : distribution.wanted()) {
        const bool is_moved = distribution.put(table);
        on_table({.name = table.name, .place = place_of(table), .is_moved = is_moved});
    }
    distribution.make_functions(pairs);
    return {};
}

}  // namespace tradewind::storage
