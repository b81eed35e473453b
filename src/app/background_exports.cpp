#include "app/background_exports.h"

#include <chrono>
#include <vector>

namespace tradewind::app {
namespace {

// Somebody waits for a small one.
constexpr std::chrono::milliseconds export_interval{200};

std::vector<jobs::Chore> chores_of(jobs::ExportJob& job) {
    std::vector<jobs::Chore> chores;
    chores.push_back({.name = "exports", .interval = export_interval, .run = [&job] { job.run(); }});
    return chores;
}

}  // namespace

BackgroundExports::BackgroundExports(Installation& installation, PlantedFault fault, base::Log& log)
    : job_(installation.export_job(fault, log)), thread_(chores_of(*job_), installation.clock(), log) {}

}  // namespace tradewind::app
