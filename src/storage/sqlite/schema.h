#pragma once

#include <optional>

#include "storage/migrations/migrate.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/transaction.h"

namespace tradewind::storage {

// The schema of a file, changed through its Writer connection. Needs the lock of the data directory.
class SqliteSchema final : public SchemaConnection {
  public:
    explicit SqliteSchema(SqliteConnection& connection) : connection_(connection), transaction_(connection) {}

    Transaction& begin(const std::string& create_steps_table) override;
    void run_script(const std::string& sql) override { connection_.run_script(sql); }
    void commit() override;
    void roll_back() override;
    [[nodiscard]] const MigrationWords& words() const override { return sqlite_words; }

  private:
    SqliteConnection& connection_;
    SqliteTransaction transaction_;
};

}  // namespace tradewind::storage
