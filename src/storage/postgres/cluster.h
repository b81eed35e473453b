#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "storage/postgres/connection.h"

namespace tradewind::storage {

// A cluster of Citus: the coordinator, whose own tables are known to all, and its workers. Each of these machines plans
// statements for whoever is connected to it. A server without Citus can be asked whether it is of one, and nothing
// else: it does not even know the functions.

// Whether a server has Citus.
bool is_of_cluster(PostgresConnection& connection);

// Whether the machine that a connection leads to is a worker of one.
bool is_worker(PostgresConnection& connection);

// The one value that a statement without parameters finds on the coordinator. Throws PostgresError: PeerLost without
// one.
std::string value_on_coordinator(PostgresConnection& connection, const std::string& sql);

// What one machine answered; empty for null.
struct MachineValue {
    std::string machine;
    std::string value;
};
// The one value that a statement without parameters finds on each machine, each at a moment of its own after the call.
// Throws PostgresError: PeerLost when one does not answer.
std::vector<MachineValue> values_on_machines(PostgresConnection& connection, const std::string& sql);

// What a service has to know of it, once the schema is up to date. Throws PostgresError.
PostgresCluster find_cluster(PostgresConnection& connection);

// Refused: a worker that a store cannot be served from, because the tables are not spread or not those of this program.
// Throws PostgresError.
base::Result<void> check_worker(PostgresConnection& connection, const base::Clock& clock);

}  // namespace tradewind::storage
