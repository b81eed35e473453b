#pragma once

#include <filesystem>

#include "base/result.h"

namespace tradewind::storage {

// Reads every page of a database file and refuses one that is damaged. Takes as long as that takes. Throws
// DatabaseBroken.
base::Result<void> check_sqlite_file(const std::filesystem::path& file);

}  // namespace tradewind::storage
