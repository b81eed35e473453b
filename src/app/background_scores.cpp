#include "app/background_scores.h"

#include <chrono>
#include <vector>

namespace tradewind::app {
namespace {

// How soon it is noticed that they are due.
constexpr std::chrono::seconds score_interval{1};

std::vector<jobs::Chore> chores_of(jobs::ScoreJob& job) {
    std::vector<jobs::Chore> chores;
    chores.push_back(
        {.name = "scores", .interval = score_interval, .run = [&job] { job.run(); }, .begins_at_once = true});
    return chores;
}

}  // namespace

BackgroundScores::BackgroundScores(Installation& installation, PlantedFault fault, base::Log& log)
    : job_(installation.score_job(fault, log)), thread_(chores_of(*job_), installation.clock(), log) {}

}  // namespace tradewind::app
