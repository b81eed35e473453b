#include "storage/postgres/open_writes.h"

#include <sstream>
#include <string_view>

#include "storage/postgres/cluster.h"

namespace tradewind::storage {
namespace {

// Any number that nobody else uses in this database: "tradewnw".
constexpr Query mark_writer_query{
    .name = "open_writes.mark",
    .sql = R"(SELECT pg_advisory_lock_shared(x'7472616465776e77'::bigint))",
};

// A transaction holds the lock of its virtual id from its BEGIN on, so before it looks at anything.
constexpr std::string_view open_writes_sql =
    R"(SELECT open.virtualxid FROM pg_locks open
       JOIN pg_locks writer ON writer.pid = open.pid
       JOIN pg_database here ON here.oid = writer.database AND here.datname = current_database()
       WHERE open.locktype = 'virtualxid' AND open.mode = 'ExclusiveLock' AND open.pid <> pg_backend_pid()
         AND writer.locktype = 'advisory' AND writer.objsubid = 1
         AND writer.classid = x'74726164'::int::oid AND writer.objid = x'65776e77'::int::oid)";
constexpr Query open_writes_query{.name = "open_writes.list", .sql = open_writes_sql};

}  // namespace

void mark_as_writer(PostgresConnection& connection) {
    static_cast<void>(connection.run(mark_writer_query));
}

std::vector<std::string> open_writes_in(Transaction& transaction) {
    std::vector<std::string> names;
    auto rows = transaction.query(open_writes_query);
    while (rows.next()) { names.emplace_back(rows.text(0)); }
    return names;
}

std::vector<std::string> open_writes_of_cluster(PostgresConnection& connection) {
    const auto names_sql = "SELECT string_agg(name, ' ') FROM (" + std::string(open_writes_sql) +
                           " UNION ALL SELECT gid FROM pg_prepared_xacts WHERE database = current_database()"
                           ") open_writes (name)";
    std::vector<std::string> names;
    for (const auto& [machine, value] : values_on_machines(connection, names_sql)) {
        std::istringstream words(value);
        for (std::string name; words >> name;) { names.push_back(machine + ':' + name); }
    }
    return names;
}

}  // namespace tradewind::storage
