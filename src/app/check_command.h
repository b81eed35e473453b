#pragma once

#include "app/config.h"
#include "base/result.h"

namespace tradewind::app {

// Says whether a server could start: the configuration is read already; the data is looked at when no server has it,
// otherwise the server is asked whether it answers. Prints what was looked at.
base::Result<void> check(const Config& config);

}  // namespace tradewind::app
