#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"
#include "storage/postgres/connection.h"

namespace tradewind::storage {

// The node number of this process, which is part of every id it makes: no two processes hold the same one at a time.
// A lease ends by the clock of the server, which is one for all; this process goes by its own steady clock, counted
// from before it asked, and so stops before the server would give the number to another. Only is_held() and node() are
// thread-safe.
class PostgresNodeLease {
  public:
    // Long enough to outlast a restart of the server; a process that dies keeps one number of a thousand for as long.
    static constexpr std::chrono::milliseconds duration{120'000};
    static constexpr std::chrono::milliseconds renewal_interval{10'000};
    static constexpr std::size_t holder_characters = 22;

    PostgresNodeLease(const base::Clock& clock, base::Random& random, int nodes);

    // Takes the number that was free for longest: the ids of its last holder are then the oldest. Unavailable when none
    // is free. Throws PostgresError.
    base::Result<void> acquire(PostgresConnection& connection);
    // False when another process holds the number now: no more ids may be made. Throws PostgresError.
    [[nodiscard]] bool renew(PostgresConnection& connection);
    // Throws PostgresError.
    void release(PostgresConnection& connection);

    [[nodiscard]] bool is_due() const { return clock_.steady_now() >= next_renewal_; }
    [[nodiscard]] bool is_held() const;
    [[nodiscard]] int node() const { return node_; }

  private:
    void note_held(std::chrono::steady_clock::time_point asked_at);

    const base::Clock& clock_;
    const std::string holder_;
    const int nodes_;
    int node_ = 0;
    std::chrono::steady_clock::time_point next_renewal_{};
    std::atomic<std::chrono::steady_clock::time_point> held_until_{};
};

}  // namespace tradewind::storage
