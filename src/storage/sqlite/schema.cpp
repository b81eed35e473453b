#include "storage/sqlite/schema.h"

namespace tradewind::storage {
namespace {

constexpr Query begin_query{.name = "schema.begin", .sql = "BEGIN IMMEDIATE"};
constexpr Query commit_query{.name = "schema.commit", .sql = "COMMIT"};
constexpr Query rollback_query{.name = "schema.rollback", .sql = "ROLLBACK"};

void run(SqliteConnection& connection, const Query& query) {
    if (const auto failed = connection.attempt(query)) { throw *failed; }
}

}  // namespace

Transaction& SqliteSchema::begin(const std::string& create_steps_table) {
    connection_.run_script(create_steps_table);
    run(connection_, begin_query);
    return transaction_;
}

void SqliteSchema::commit() {
    run(connection_, commit_query);
}

void SqliteSchema::roll_back() {
    if (connection_.in_transaction()) { static_cast<void>(connection_.attempt(rollback_query)); }
}

}  // namespace tradewind::storage
