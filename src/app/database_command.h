#pragma once

#include "app/config.h"
#include "base/log.h"
#include "base/result.h"

namespace tradewind::app {

// Spreads the tables of a stopped store over the machines of a Citus cluster and prints a line for each. Run again, it
// does what is left to do. Refused: a database that is not in such a cluster, or that somebody uses.
base::Result<void> distribute_database(const Config& config, base::Log& log);

}  // namespace tradewind::app
