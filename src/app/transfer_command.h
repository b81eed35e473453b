#pragma once

#include "app/config.h"
#include "app/installation.h"
#include "base/log.h"
#include "base/result.h"
#include "base/secret.h"

namespace tradewind::app {

// Moves the store of a data directory, which no server uses meanwhile, from SQLite into an empty PostgreSQL database,
// and holds every row of the one against the other. When it is cut short, it goes on where it was. Afterwards servers
// use the same data directory with that database; what is left in SQLite is on hold. Refused: a database that holds
// something else, rows that differ.
base::Result<void> transfer(const Config& config, const base::Secret& address, base::Log& log);

}  // namespace tradewind::app
