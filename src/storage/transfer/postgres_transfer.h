#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "base/secret.h"
#include "storage/postgres/connection.h"
#include "storage/transfer/transfer_table.h"

namespace tradewind::storage {

// A database of a server that a store is being moved into. While it is, a table of its own says whose store that is and
// which tables were begun, and no service opens the database. Each slice is one statement, in the order of the key: so
// the last row that is there is where whoever was killed goes on. Throws DatabaseBroken.
class PostgresTransfer {
  public:
    explicit PostgresTransfer(const base::Secret& address);

    // Whether the store is there already, all of it.
    [[nodiscard]] bool has_store(const std::string& instance_id);

    // Makes the schema. Refused: a database that holds anything but what an earlier try to move the same store left.
    base::Result<void> begin(const std::string& instance_id, const base::Clock& clock, base::Log& log);

    // By name, as the schema has them.
    [[nodiscard]] std::vector<TransferTable> tables();

    // Empties a table, of what the schema put there too, unless it was begun before and may go on. The key of the last
    // row it has.
    enum class Begin { Anew, WhereItWas };
    std::optional<TransferRow> begin_table(const TransferTable& table, Begin begin);
    void insert(const TransferTable& table, const std::vector<TransferRow>& rows);
    // The rows after the one with this key, from the first on without one, at most so many.
    [[nodiscard]] std::vector<TransferRow> slice(const TransferTable& table, const std::optional<TransferRow>& after,
                                                 std::size_t rows_max);
    [[nodiscard]] std::int64_t count(const TransferTable& table);

    // From here on it is a database like any other, at home where it is, and all of it is durable.
    void finish();

  private:
    // Says that this store is on its way, unless something else is there.
    base::Result<void> claim(const std::string& instance_id);

    PostgresConnection connection_;
};

}  // namespace tradewind::storage
