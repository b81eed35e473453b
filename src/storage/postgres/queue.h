#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "storage/database/database.h"
#include "storage/database/fair_queue.h"
#include "storage/database/refusal_delay.h"

namespace tradewind::storage {

// The quick lane is for what somebody waits for; the middle lane for reactions; the slow lane for walks and bulk work.
enum class PostgresLane { Quick, Middle, Slow };

struct PostgresLaneLimits {
    std::size_t waiting_max;
    std::optional<std::chrono::milliseconds> wait_max;  // What waited longer is not run any more.
};

// What waits for the threads of one pool, in each lane that of one sender in its order and of several by turns. A
// thread belongs to a lane and takes from that one first, so that no lane ever waits for all that is in another one.
// When its own is empty, a thread of the middle lane takes quick work, and one of the slow lane quick work or else that
// of the middle lane. Threads of the quick lane run nothing else, and slow work runs on those of its own lane alone.
// Thread-safe.
class PostgresQueue {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Piece = std::unique_ptr<Database::Piece>;

    // The limits of each lane, in their order.
    explicit PostgresQueue(const std::array<PostgresLaneLimits, 3>& limits);

    // What does not fit into the quick lane is only kept to be shed. False, with the piece left to the caller, when it
    // can be kept for nothing: too much of its lane, too much to be shed, or stopped.
    [[nodiscard]] bool push(PostgresLane lane, Piece& piece, TimePoint now);
    // Nothing is taken any more; what is there is still handed out.
    void stop();

    struct Waiting {
        PostgresLane lane;
        Piece piece;
        TimePoint since;
    };
    // Sleeps until there is something for a thread of that lane; no piece when stopped and empty.
    [[nodiscard]] Waiting take(PostgresLane thread_lane);
    // What waited too long, all of it, whether or not a thread is free to take it.
    [[nodiscard]] std::vector<Piece> take_expired(TimePoint now);
    // What is to be refused because it did not fit: what was kept long enough, or all when nothing waits.
    [[nodiscard]] std::vector<Piece> take_shed(TimePoint now);
    [[nodiscard]] bool is_expired(const Waiting& waiting, TimePoint now) const;

  private:
    struct Lane {
        explicit Lane(const PostgresLaneLimits& of_it) : limits(of_it), waiting(of_it.waiting_max) {}

        const PostgresLaneLimits limits;
        FairQueue<Waiting> waiting;
        std::condition_variable pushed;
        std::size_t threads_asleep = 0;
        std::size_t threads_called = 0;  // Of those asleep.
    };

    [[nodiscard]] Lane& lane(PostgresLane which) { return lanes_[static_cast<std::size_t>(which)]; }
    [[nodiscard]] Lane* filled_lane_for(PostgresLane thread_lane);
    [[nodiscard]] Lane* sleeping_lane_for(PostgresLane pushed_lane);

    std::mutex mutex_;
    // Guarded by mutex_, but for the limits, which do not change:
    std::array<Lane, 3> lanes_;
    RefusalDelay shed_;
    bool stopped_ = false;
};

}  // namespace tradewind::storage
