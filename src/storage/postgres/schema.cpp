#include "storage/postgres/schema.h"

namespace tradewind::storage {
namespace {

constexpr Query schema_lock_query{.name = "schema.lock", .sql = "LOCK TABLE schema_migrations IN EXCLUSIVE MODE"};

// For the server CREATE TABLE IF NOT EXISTS fails when another process makes the table at the same moment.
constexpr int create_tries_max = 5;

// Without an answer nothing can be done but wait: a step may take long on a large table.
constexpr std::chrono::milliseconds for_ever{-1};

}  // namespace

Transaction& PostgresSchema::begin(const std::string& create_steps_table) {
    int tries = 1;
    while (const auto failed = connection_.try_script(create_steps_table)) {
        if (tries++ == create_tries_max) { throw *failed; }
    }
    transaction_.emplace(connection_, PostgresAccess::Schema, clock_);
    transaction_->execute(schema_lock_query, {});
    return *transaction_;
}

void PostgresSchema::run_script(const std::string& sql) {
    connection_.run_script(sql);
    if (!connection_.in_transaction()) { throw DatabaseBroken("the transaction is gone"); }
}

void PostgresSchema::commit() {
    transaction_->commit(for_ever);
}

void PostgresSchema::roll_back() {
    if (connection_.in_transaction()) { connection_.run_script("ROLLBACK"); }
}

}  // namespace tradewind::storage
