#pragma once

#include "jobs/job_figures.h"
#include "storage/database/database.h"
#include "storage/files/files_directory.h"

namespace tradewind::jobs {

// Counts what is held for a time.
class UsageJob {
  public:
    UsageJob(storage::Database& database, const storage::FilesDirectory& files, JobFigures& figures)
        : database_(database), files_(files), figures_(figures) {}

    // What cannot be counted stays as it was.
    void run();

  private:
    storage::Database& database_;
    const storage::FilesDirectory& files_;
    JobFigures& figures_;
};

}  // namespace tradewind::jobs
