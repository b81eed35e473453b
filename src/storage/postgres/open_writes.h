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

}  // namespace tradewind::storage
