#include "storage/sqlite/schema.h"

namespace tradewind::storage {
namespace {

constexpr Query schema_begin_query{.name = "schema.begin", .sql = "BEGIN IMMEDIATE"};
constexpr Query schema_commit_query{.name = "schema.commit", .sql = "COMMIT"};
constexpr Query schema_rollback_query{.name = "schema.rollback", .sql = "ROLLBACK"};

void run(SqliteConnection& connection, const Query& query) {
    if (const auto failed = connection.attempt(query)) { throw *failed; }
}

}  // namespace

Transaction& SqliteSchema::begin(const std::string& create_steps_table) {
    connection_.run_script(create_steps_table);
    run(connection_, schema_begin_query);
    return transaction_;
}

void SqliteSchema::commit() {
    run(connection_, schema_commit_query);
}

void SqliteSchema::roll_back() {
    if (connection_.in_transaction()) { static_cast<void>(connection_.attempt(schema_rollback_query)); }
}

}  // namespace tradewind::storage
