#pragma once

#include "app/config.h"
#include "app/installation.h"
#include "base/log.h"
#include "base/result.h"

namespace tradewind::app {

// Runs the service until SIGINT or SIGTERM, then stops cleanly. Called on the main thread before any other exists.
base::Result<void> serve(const Config& config, base::Log& log);

}  // namespace tradewind::app
