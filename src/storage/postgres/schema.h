#pragma once

#include <optional>

#include "base/clock.h"
#include "storage/migrations/migrate.h"
#include "storage/postgres/connection.h"
#include "storage/postgres/transaction.h"

namespace tradewind::storage {

// The schema of a database, changed under a lock on the table of its steps.
class PostgresSchema final : public SchemaConnection {
  public:
    PostgresSchema(PostgresConnection& connection, const base::Clock& clock) : connection_(connection), clock_(clock) {}

    Transaction& begin(const std::string& create_steps_table) override;
    void run_script(const std::string& sql) override;
    void commit() override;
    void roll_back() override;
    [[nodiscard]] const MigrationWords& words() const override { return postgres_words; }

  private:
    PostgresConnection& connection_;
    const base::Clock& clock_;
    std::optional<PostgresTransaction> transaction_;
};

}  // namespace tradewind::storage
