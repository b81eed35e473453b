#pragma once

#include <memory>

#include "app/installation.h"
#include "base/log.h"
#include "jobs/chore_thread.h"
#include "jobs/import_job.h"

namespace tradewind::app {

// Takes in the files that wait, on a thread of its own, for as long as this object is there.
class BackgroundImports {
  public:
    BackgroundImports(Installation& installation, PlantedFault fault, base::Log& log);
    ~BackgroundImports() { job_->stop(); }
    BackgroundImports(const BackgroundImports&) = delete;
    BackgroundImports& operator=(const BackgroundImports&) = delete;

  private:
    std::unique_ptr<jobs::ImportJob> job_;
    jobs::ChoreThread thread_;
};

}  // namespace tradewind::app
