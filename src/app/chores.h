#pragma once

#include <vector>

#include "app/config.h"
#include "app/installation.h"
#include "base/log.h"
#include "jobs/chore_thread.h"

namespace tradewind::app {

// What is to be done again and again while the service runs. All that is passed in outlives the chores.
[[nodiscard]] std::vector<jobs::Chore> chores_of(Installation& installation, const Config& config, base::Log& log);

}  // namespace tradewind::app
