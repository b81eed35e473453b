#pragma once

#include <memory>

#include "app/installation.h"
#include "base/log.h"
#include "jobs/chore_thread.h"
#include "jobs/score_job.h"

namespace tradewind::app {

// Scores contacts by what they bought, on a thread of its own, for as long as this object is there.
class BackgroundScores {
  public:
    BackgroundScores(Installation& installation, PlantedFault fault, base::Log& log);
    ~BackgroundScores() { job_->stop(); }
    BackgroundScores(const BackgroundScores&) = delete;
    BackgroundScores& operator=(const BackgroundScores&) = delete;

  private:
    std::unique_ptr<jobs::ScoreJob> job_;
    jobs::ChoreThread thread_;
};

}  // namespace tradewind::app
