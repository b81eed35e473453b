#pragma once

#include <string>

#include "app/installation.h"
#include "base/log.h"

namespace tradewind::app {

// On the first start, and only then, makes an API key with every scope and shows it once. `address` is where the
// service listens. Asks the database again when it has no time; throws DatabaseBroken when it never has.
void make_first_key(Installation& installation, const std::string& address, base::Log& log);

}  // namespace tradewind::app
