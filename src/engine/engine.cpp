#include "engine/engine.h"

#include <algorithm>

#include "storage/stores/settings/outside_store.h"

namespace tradewind::engine {

Engine::Engine(const Dependencies& dependencies)
    : dependencies_(dependencies),
      leases_({.database = dependencies.database,
               .clock = dependencies.sources.clock,
               .holder = dependencies.holder,
               .process = dependencies.process,
               .sharing = dependencies.sharing}),
      pump_({.database = dependencies.database,
             .sources = dependencies_.sources,
             .definitions = dependencies.definitions,
             .log = dependencies.log,
             .figures = dependencies.figures,
             .leases = leases_,
             .index = index_,
             .split_salt = dependencies.split_salt}),
      builds_({.database = dependencies.database,
               .sources = dependencies_.sources,
               .definitions = dependencies.definitions,
               .log = dependencies.log,
               .figures = dependencies.figures,
               .index = index_,
               .holder = dependencies.holder}),
      sweeps_({.database = dependencies.database, .sources = dependencies_.sources}) {}

void Engine::run() {
    const auto worked = work();
    if (worked) {
        refused_since_.reset();
        return;
    }
    // What waits becomes older.
    const auto now = dependencies_.sources.clock.now();
    if (!refused_since_) { refused_since_ = now; }
    auto& lag = dependencies_.figures.lag;
    lag.set(std::max(lag.value(), now.milliseconds - refused_since_->milliseconds));
    // Another process has the work, or the database has no time: it is tried again the next time.
    if (worked.error().kind == base::ErrorKind::Conflict || *refused_since_ != now) { return; }
    dependencies_.log.warning("the engine has to wait", {{"cause", worked.error().detail}});
}

base::Result<void> Engine::look_at_clock() {
    const auto now = dependencies_.sources.clock.now();
    if (!seen_at_) {
        noted_at_ = TRY(storage::read_and_wait(
            dependencies_.database,
            [](storage::Transaction& transaction) { return base::Result(storage::find_decided_at(transaction)); },
            storage::ReadCost::Point));
        seen_at_ = noted_at_;
    }
    if (now.milliseconds + clock_step_max.count() < seen_at_->milliseconds) {
        dependencies_.log.warning("the clock went back: segments are built anew", {{"to", now.text()}});
        builds_.distrust_times();
        seen_at_ = now;
    }
    seen_at_ = std::max(*seen_at_, now);
    return {};
}

void Engine::note_clock() {
    const auto since = seen_at_->milliseconds - noted_at_.milliseconds;
    if (builds_.distrusts_times() || (since >= 0 && since < clock_noted_every.count())) { return; }
    const auto noted = storage::write_and_wait(
        dependencies_.database,
        [now = *seen_at_](storage::Transaction& transaction) -> base::Result<void> {
            storage::set_decided_at(transaction, now);
            return {};
        },
        storage::BulkSender::Segments);
    // What is refused is tried again the next time; nothing else depends on it.
    if (noted) { noted_at_ = *seen_at_; }
}

base::Result<void> Engine::work() {
    for (bool goes_on = true; goes_on && !is_stopped_;) {
        TRY(look_at_clock());
        TRY(leases_.keep());
        dependencies_.figures.buckets.set(std::ssize(leases_.held()));
        const bool has_pumped = TRY(pump_.run_once());
        const bool has_built = TRY(builds_.run_once());
        const bool has_swept = TRY(sweeps_.run_once());
        note_clock();
        goes_on = has_pumped || has_built || has_swept;
    }
    return {};
}

}  // namespace tradewind::engine
