#pragma once

#include <string>
#include <vector>

#include "storage/database/transaction.h"
#include "storage/postgres/connection.h"

namespace tradewind::storage {

// Says that a connection writes, for as long as it lasts: by an advisory lock that all of them share. A write then
// costs nothing more, and what others do with the server, such as a backup, is not taken for one.
void mark_as_writer(PostgresConnection& connection);

// See Transaction::open_writes.
std::vector<std::string> open_writes_in(Transaction& transaction);

// The same for all machines of a cluster, with the commits in two phases that are still to be finished. Each machine is
// asked by a connection of its own: a connection that writes finds itself. Throws PostgresError: PeerLost when one of
// the machines does not answer.
std::vector<std::string> open_writes_of_cluster(PostgresConnection& connection);

}  // namespace tradewind::storage
