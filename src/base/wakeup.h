#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tradewind::base {

// A flag raised after a commit, so that who waits for new rows looks at once. Raising it twice is the same as once.
// Thread-safe.
class Wakeup {
  public:
    void raise();
    // Waits until it is raised or the time is over, and lowers it. True if it was raised.
    bool wait_for(std::chrono::milliseconds longest);

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool raised_ = false;
};

}  // namespace tradewind::base
