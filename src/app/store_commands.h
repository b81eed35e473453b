#pragma once

#include <string>
#include <vector>

#include "app/admin_client.h"
#include "base/result.h"

namespace tradewind::app {

// Prints the store's settings, one `name = value` a line, as set_store takes them.
base::Result<void> show_store(AdminClient& client);

// Changes settings, each given as `name=value`; the items of a list are separated by commas, an empty list is nothing.
base::Result<void> set_store(AdminClient& client, const std::vector<std::string>& assignments);

}  // namespace tradewind::app
