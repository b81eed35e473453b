#pragma once

#include <chrono>
#include <cstdint>

#include "base/clock.h"
#include "base/result.h"
#include "storage/database/database.h"
#include "storage/files/files_directory.h"

namespace tradewind::jobs {

// Removes the files of exports a week after they were asked for, so that what people were is not kept for longer than
// that outside the database. That there was an export stays.
class ExportRetentionJob {
  public:
    // A little less than the week that is promised, for it is looked only now and then.
    static constexpr std::chrono::hours files_kept{7 * 24 - 1};
    static constexpr std::int64_t rows_per_slice = 100;

    ExportRetentionJob(storage::Database& database, const base::Clock& clock, const storage::FilesDirectory& files)
        : database_(database), clock_(clock), files_(files) {}

    // Goes on until nothing is left to remove, or the database refuses.
    void run();

  private:
    base::Result<void> remove_files();

    storage::Database& database_;
    const base::Clock& clock_;
    const storage::FilesDirectory& files_;
};

}  // namespace tradewind::jobs
