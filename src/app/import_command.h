#pragma once

#include <string>

#include "app/admin_client.h"
#include "base/result.h"

namespace tradewind::app {

// What somebody wants of a file.
struct ImportCommand {
    std::string file;
    std::string type;
    std::string delimiter = ",";
    bool overrides = false;
    bool updates_only_empty = false;
    std::string coupon_set;
    std::string segment;
};

// Uploads the file and waits until it was taken in, showing how far it is. Without a server it is taken in here.
base::Result<void> import_file(AdminClient& client, const ImportCommand& command);

}  // namespace tradewind::app
