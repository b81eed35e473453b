#pragma once

#include <string>

#include "app/admin_door.h"
#include "base/result.h"

namespace tradewind::app {

// Each prints its result on standard output.

// `scopes` is `all` or scope words separated by commas. Prints `<id>:<secret>` alone.
base::Result<void> create_key(AdminDoor& door, const std::string& name, const std::string& scopes,
                              const std::string& expires_at);
base::Result<void> list_keys(AdminDoor& door);
base::Result<void> revoke_key(AdminDoor& door, const std::string& id);

}  // namespace tradewind::app
