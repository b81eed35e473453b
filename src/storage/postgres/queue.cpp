#include "storage/postgres/queue.h"

#include <algorithm>
#include <span>
#include <utility>

namespace tradewind::storage {
namespace {

// From which lanes a thread of this one takes.
std::span<const PostgresLane> lanes_for(PostgresLane thread_lane) {
    using enum PostgresLane;
    static constexpr std::array quick{Quick};
    static constexpr std::array middle{Middle, Quick};
    static constexpr std::array slow{Slow, Quick, Middle};
    switch (thread_lane) {
        case Quick:
            return quick;
        case Middle:
            return middle;
        case Slow:
            return slow;
    }
    return {};
}

}  // namespace

PostgresQueue::PostgresQueue(const std::array<PostgresLaneLimits, 3>& limits)
    : lanes_{Lane(limits[0]), Lane(limits[1]), Lane(limits[2])} {}

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
    const bool is_over =
        std::all_of(lanes_.begin(), lanes_.end(), [](const Lane& each) { return each.waiting.empty(); });
    return is_over ? shed_.take_all() : shed_.take(now);
}

bool PostgresQueue::is_expired(const Waiting& waiting, TimePoint now) const {
    const auto& wait_max = lanes_[static_cast<std::size_t>(waiting.lane)].limits.wait_max;
    return wait_max && now - waiting.since > *wait_max;
}

PostgresQueue::Lane* PostgresQueue::filled_lane_for(PostgresLane thread_lane) {
    for (const auto which : lanes_for(thread_lane)) {
        if (!lane(which).waiting.empty()) { return &lane(which); }
    }
    return nullptr;
}

// A lane with a thread to be woken for a new piece. A thread that is called but not yet awake is not called twice: the
// second piece would wait for it while another thread sleeps on.
PostgresQueue::Lane* PostgresQueue::sleeping_lane_for(PostgresLane pushed_lane) {
    // Threads of the lanes behind it take from it too.
    for (auto number = static_cast<std::size_t>(pushed_lane); number < lanes_.size(); ++number) {
        auto& called = lanes_[number];
        if (called.threads_asleep > called.threads_called) {
            ++called.threads_called;
            return &called;
        }
    }
    return nullptr;
}

}  // namespace tradewind::storage
