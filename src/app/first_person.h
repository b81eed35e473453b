#pragma once

#include "app/installation.h"
#include "base/log.h"

namespace tradewind::app {

// Of a store that has no people: prints a link by which the first one sets it up, on a terminal; otherwise the log says
// how to get one.
void greet_first_person(Installation& installation, base::Log& log);

}  // namespace tradewind::app
