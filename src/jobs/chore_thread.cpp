#include "jobs/chore_thread.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace tradewind::jobs {

ChoreThread::ChoreThread(std::vector<Chore> chores, const base::Clock& clock, base::Log& log)
    : clock_(clock), log_(log) {
    for (auto& chore : chores) {
        const auto now = clock_.steady_now();
        const auto next = chore.begins_at_once ? now : now + chore.interval;
        planned_.push_back({.chore = std::move(chore), .next = next});
    }
    if (!planned_.empty()) {
        thread_ = std::thread([this] { work(); });
    }
}

ChoreThread::~ChoreThread() {
    stopped_ = true;
    wakeup_.raise();
    if (thread_.joinable()) { thread_.join(); }
}

void ChoreThread::hurry() {
    hurries_ = true;
    wakeup_.raise();
}

void ChoreThread::work() {
    while (!stopped_) {
        auto& planned =
            *std::min_element(planned_.begin(), planned_.end(),
                              [](const Planned& one, const Planned& other) { return one.next < other.next; });
        const auto now = clock_.steady_now();
        if (hurries_.exchange(false)) {
            for (auto& each : planned_) { each.next = now; }
        } else if (planned.next > now) {
            // Rounded up, not to come back just before the time.
            wakeup_.wait_for(std::chrono::ceil<std::chrono::milliseconds>(planned.next - now));
            continue;
        }
        planned.next = now + planned.chore.interval;
        run(planned.chore);
    }
    for (const auto& planned : planned_) {
        if (planned.chore.runs_at_end) { run(planned.chore); }
    }
}

void ChoreThread::run(const Chore& chore) {
    try {
        chore.run();
    } catch (const std::exception& error) {
        log_.error("a chore failed", {{"chore", chore.name}, {"cause", error.what()}});
    }
}

}  // namespace tradewind::jobs
