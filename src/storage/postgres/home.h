#pragma once

#include <functional>
#include <string>

#include "base/log.h"
#include "base/result.h"
#include "storage/postgres/connection.h"

namespace tradewind::storage {

// What Database::home() says of a database of a server: the server's number, and the database in it. A standby that
// takes over has the same. A cluster has that of its coordinator, wherever the connection leads. Throws PostgresError.
std::string home_of(PostgresConnection& connection);

// Refused: a server that is too old, a database that does not keep text as UTF-8.
base::Result<void> check_server(PostgresConnection& connection);

// Whether somebody began to move a store into this database and has not come to the end.
bool is_being_filled(PostgresConnection& connection);

// Until the other one, or the end of the connection, nobody else begins to fill or to use the database: whoever looks
// whether it is empty or being filled can rely on what was seen. Waits for others and says so. Refused once the process
// is to end.
base::Result<void> close_threshold(
    PostgresConnection& connection, base::Log& log, const std::function<bool()>& is_stopped = [] { return false; });
void open_threshold(PostgresConnection& connection);

}  // namespace tradewind::storage
