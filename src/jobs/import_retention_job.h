#pragma once

#include <chrono>
#include <cstdint>

#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "storage/database/database.h"
#include "storage/files/files_directory.h"

namespace tradewind::jobs {

// Removes the files that came in, and what was refused of them, before a week is over, or with their import. What an
// import counted stays.
class ImportRetentionJob {
  public:
    static constexpr std::chrono::hours files_kept{7 * 24 - 1};
    static constexpr std::int64_t rows_per_slice = 500;

    ImportRetentionJob(storage::Database& database, base::Sources& sources, const storage::FilesDirectory& files)
        : database_(database), sources_(sources), files_(files) {}

    // Goes on until nothing is left to remove, or the database refuses. A file that nobody names goes when it was last
    // written so long ago: somebody may be about to name it.
    void run(std::chrono::milliseconds unnamed_kept);

  private:
    base::Result<void> remove_files(base::Instant before);
    base::Result<void> remove_errors();
    base::Result<void> sweep(base::Instant before);

    storage::Database& database_;
    base::Sources& sources_;
    const storage::FilesDirectory& files_;
};

}  // namespace tradewind::jobs
