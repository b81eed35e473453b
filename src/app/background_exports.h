#pragma once

#include <memory>

#include "app/installation.h"
#include "base/log.h"
#include "jobs/chore_thread.h"
#include "jobs/export_job.h"

namespace tradewind::app {

// Makes the files that were asked for, on a thread of its own, for as long as this object is there.
class BackgroundExports {
  public:
    BackgroundExports(Installation& installation, PlantedFault fault, base::Log& log);
    ~BackgroundExports() { job_->stop(); }
    BackgroundExports(const BackgroundExports&) = delete;
    BackgroundExports& operator=(const BackgroundExports&) = delete;

  private:
    std::unique_ptr<jobs::ExportJob> job_;
    jobs::ChoreThread thread_;
};

}  // namespace tradewind::app
