#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "storage/postgres/session.h"

namespace tradewind::storage {

// The thread that looks after the database while others use it: it notices what other processes change, keeps the lease
// of the node number, and finds the server again when it was gone.
class PostgresWatcher {
  public:
    // While the server is gone, it is looked for after this time, then twice that, and so on up to the interval.
    static constexpr std::chrono::milliseconds first_wait{50};

    // `each_round` is called on this thread at every look, whether or not there is a server.
    PostgresWatcher(const PostgresShared& shared, std::function<void()> each_round);
    ~PostgresWatcher();
    PostgresWatcher(const PostgresWatcher&) = delete;
    PostgresWatcher& operator=(const PostgresWatcher&) = delete;

    // Ends the thread and gives the node number back.
    void stop();

  private:
    void watch();
    void look(PostgresConnection& connection);
    void keep_lease(PostgresConnection& connection);

    const PostgresShared& shared_;
    const std::function<void()> each_round_;
    std::atomic<bool> stopped_{false};
    bool lease_is_lost_ = false;  // Of the thread.
    std::thread thread_;
};

}  // namespace tradewind::storage
