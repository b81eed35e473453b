#include "storage/postgres/open_writes.h"

namespace tradewind::storage {
namespace {

// Any number that nobody else uses in this database: "tradewnw".
constexpr Query mark_writer_query{
    .name = "open_writes.mark",
    .sql = R"(SELECT pg_advisory_lock_shared(x'7472616465776e77'::bigint))",
};

// A transaction holds the lock of its virtual id from its BEGIN on, so before it looks at anything.
constexpr Query open_writes_query{
    .name = "open_writes.list",
    .sql = R"(SELECT open.virtualxid FROM pg_locks open
              JOIN pg_locks writer ON writer.pid = open.pid
              JOIN pg_database here ON here.oid = writer.database AND here.datname = current_database()
              WHERE open.locktype = 'virtualxid' AND open.mode = 'ExclusiveLock' AND open.pid <> pg_backend_pid()
                AND writer.locktype = 'advisory' AND writer.objsubid = 1
                AND writer.classid = x'74726164'::int::oid AND writer.objid = x'65776e77'::int::oid)",
};

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

}  // namespace tradewind::storage
