#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"

namespace tradewind::storage {

// A file that goes into a ZIP.
struct ZipEntry {
    std::string name;  // In the ZIP.
    std::filesystem::path path;
};

// Writes a ZIP of these files, only readable by its owner (0600), in the place of what may be there. The files in it
// are dated, in UTC: with the same date it has the same bytes. Memory stays flat and sizes beyond 4 GiB are fine.
// `goes_on` is asked now and then; false stops it, and that is what is answered. Refused with StorageFull when the disk
// is full, with NotFound when a file is not there. Throws std::system_error.
base::Result<bool> write_zip(const std::filesystem::path& zip, const std::vector<ZipEntry>& entries,
                             base::Instant dated, const std::function<bool()>& goes_on);

}  // namespace tradewind::storage
