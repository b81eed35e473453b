#include "storage/postgres/queue.h"

#include <utility>

namespace tradewind::storage {

PostgresQueue::PostgresQueue(const PostgresLaneLimits& quick, const PostgresLaneLimits& slow)
    : lanes_{Lane(quick), Lane(slow)} {}

bool PostgresQueue::push(PostgresLane which, Piece& piece, TimePoint now) {
    Lane* sleeper = nullptr;
    {
        const std::lock_guard lock(mutex_);
        auto& pushed = lane(which);
        if (stopped_) { return false; }
        const auto sender = piece->sender;
        Waiting waiting{.lane = which, .piece = std::move(piece), .since = now};
        if (!pushed.waiting.push(sender, waiting)) {
            piece = std::move(waiting.piece);
            return which == PostgresLane::Quick && shed_.push(piece, now);
        }
        sleeper = sleeping_lane_for(which);
    }
    if (sleeper != nullptr) { sleeper->pushed.notify_one(); }
    return true;
}

void PostgresQueue::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (auto& each : lanes_) { each.pushed.notify_all(); }
}

PostgresQueue::Waiting PostgresQueue::take(PostgresLane thread_lane) {
    std::unique_lock lock(mutex_);
    auto& own = lane(thread_lane);
    while (true) {
        if (auto* const filled = filled_lane_for(thread_lane)) { return filled->waiting.pop(); }
        if (stopped_) { return {.lane = thread_lane, .piece = nullptr, .since = {}}; }
        ++own.threads_asleep;
        own.pushed.wait(lock);
        --own.threads_asleep;
        own.threads_called -= own.threads_called > 0 ? 1 : 0;
    }
}

std::vector<PostgresQueue::Piece> PostgresQueue::take_expired(TimePoint now) {
    std::vector<Piece> expired;
    const std::lock_guard lock(mutex_);
    for (auto& each : lanes_) {
        auto late = each.waiting.take_while([&](const Waiting& waiting) { return is_expired(waiting, now); });
        for (auto& waiting : late) { expired.push_back(std::move(waiting.piece)); }
    }
    return expired;
}

std::vector<PostgresQueue::Piece> PostgresQueue::take_shed(TimePoint now) {
    const std::lock_guard lock(mutex_);
    const bool is_over = lanes_[0].waiting.empty() && lanes_[1].waiting.empty();
    return is_over ? shed_.take_all() : shed_.take(now);
}

bool PostgresQueue::is_expired(const Waiting& waiting, TimePoint now) const {
    const auto& wait_max = lanes_[static_cast<std::size_t>(waiting.lane)].limits.wait_max;
    return wait_max && now - waiting.since > *wait_max;
}

PostgresQueue::Lane* PostgresQueue::filled_lane_for(PostgresLane thread_lane) {
    auto& slow = lane(PostgresLane::Slow);
    if (thread_lane == PostgresLane::Slow && !slow.waiting.empty()) { return &slow; }
    auto& quick = lane(PostgresLane::Quick);
    return quick.waiting.empty() ? nullptr : &quick;
}

// A lane with a thread to be woken for a new piece. A thread that is called but not yet awake is not called twice: the
// second piece would wait for it while another thread sleeps on.
PostgresQueue::Lane* PostgresQueue::sleeping_lane_for(PostgresLane pushed_lane) {
    const auto call_one = [](Lane& called) {
        const bool has_one = called.threads_asleep > called.threads_called;
        called.threads_called += has_one ? 1 : 0;
        return has_one;
    };
    auto& quick = lane(PostgresLane::Quick);
    if (pushed_lane == PostgresLane::Quick && call_one(quick)) { return &quick; }
    auto& slow = lane(PostgresLane::Slow);
    return call_one(slow) ? &slow : nullptr;
}

}  // namespace tradewind::storage
