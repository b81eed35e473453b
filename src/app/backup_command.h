#pragma once

#include <string>

#include "app/admin_client.h"
#include "base/result.h"

namespace tradewind::app {

// Has a backup made, of a running server or not, and waits for it, showing how far it is. `target` is the directory to
// make, or one that is there, in which it is made under a name of its own; empty: in the data directory.
base::Result<void> back_up(AdminClient& client, const std::string& target);

// Says that this copy of the data is the live one.
base::Result<void> confirm_live(AdminClient& client);

}  // namespace tradewind::app
