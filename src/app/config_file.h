#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace tradewind::app {

// One `name = value` of a TOML file; the name of one inside a table is `table.name`.
struct ConfigFileEntry {
    std::string name;
    std::size_t line;
    std::optional<std::string> text;  // Nothing for values that no setting takes, such as lists.
    bool is_table = false;            // One with nothing in it.
};

// In the order of the file. What cannot be read as TOML is refused with file and line.
base::Result<std::vector<ConfigFileEntry>> read_config_file(const std::filesystem::path& path);

}  // namespace tradewind::app
