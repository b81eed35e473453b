#include "app/background_imports.h"

#include <chrono>
#include <vector>

namespace tradewind::app {
namespace {

constexpr std::chrono::milliseconds import_interval{500};

std::vector<jobs::Chore> chores_of(jobs::ImportJob& job) {
    std::vector<jobs::Chore> chores;
    chores.push_back({.name = "imports", .interval = import_interval, .run = [&job] { job.run(); }});
    return chores;
}

}  // namespace

BackgroundImports::BackgroundImports(Installation& installation, PlantedFault fault, base::Log& log)
    : job_(installation.import_job(fault, log)), thread_(chores_of(*job_), installation.clock(), log) {}

}  // namespace tradewind::app
