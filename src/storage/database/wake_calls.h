#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "storage/database/sleeper.h"

namespace tradewind::storage {

// How each sleeper is woken. Thread-safe.
class WakeCalls {
  public:
    // When this returns, the call set before is not running and will not be made again. Nothing: there is no call any
    // more. Not from inside a call.
    void set(Sleeper sleeper, std::function<void()> call);
    // On this thread, without a lock: several threads may make the same call at once.
    void make(const SleeperSet& woken);

  private:
    struct Call {
        std::function<void()> function;
        int running = 0;
    };

    std::mutex mutex_;
    std::condition_variable returned_;
    std::array<std::unique_ptr<Call>, sleepers_count> calls_;  // Guarded by mutex_, but for the functions.
};

}  // namespace tradewind::storage
