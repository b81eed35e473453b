#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "storage/database/query_pair.h"
#include "storage/postgres/connection.h"

namespace tradewind::storage {

// What became of one table: where its rows are, in words for people, and whether they were moved there now.
struct DistributedTable {
    std::string name;
    std::string place;
    bool is_moved = false;
};

// Brings the schema of a database in a Citus cluster up to date, spreads its tables as the migrations say, and makes
// the functions of the pairs. The address is that of the coordinator. Nobody may use the database meanwhile. Safely
// repeated: a table that is where it should be stays, and one that a run was killed over is taken up again. Refused: a
// server without Citus, a cluster without workers, a database in use. Throws PostgresError.
base::Result<void> distribute(const base::Secret& address, const std::vector<QueryPair>& pairs,
                              const base::Clock& clock, base::Log& log,
                              const std::function<void(const DistributedTable&)>& on_table);

}  // namespace tradewind::storage
