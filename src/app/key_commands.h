#pragma once

#include <string>

#include "app/admin_client.h"
#include "base/result.h"

namespace tradewind::app {

// Each prints its result on standard output.

// `scopes` is `all` or scope words separated by commas. Prints `<id>:<secret>` alone.
base::Result<void> create_key(AdminClient& client, const std::string& name, const std::string& scopes,
                              const std::string& expires_at);
base::Result<void> list_keys(AdminClient& client);
base::Result<void> revoke_key(AdminClient& client, const std::string& id);

}  // namespace tradewind::app
