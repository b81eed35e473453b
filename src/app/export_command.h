#pragma once

#include <filesystem>
#include <string>

#include "app/admin_client.h"
#include "base/log.h"
#include "base/result.h"

namespace tradewind::app {

// What somebody wants in a file.
struct ExportCommand {
    std::string type;
    std::string out;  // Where the file goes; empty: by its own name, here.
    std::string delimiter = ",";
    std::string date_format = "ISO";
    std::string version = "v6";
    std::string from;
    std::string to;
    std::string types;  // Separated by commas.
    std::string segment;
};

// Asks for an export, waits until it is made, showing how far it is, and puts the file where it is wanted. Without a
// server it is made here. `files` is the directory of the files in the data directory.
base::Result<void> export_file(AdminClient& client, const ExportCommand& command, const std::filesystem::path& files,
                               base::Log& log);

}  // namespace tradewind::app
