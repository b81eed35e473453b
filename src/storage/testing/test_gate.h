#pragma once

#include <atomic>

namespace tradewind::storage {

// For tests: stops a thread at a known place until the test lets it go on.
class TestGate {
  public:
    // On the thread to be stopped.
    void pass() {
        reached_ = true;
        reached_.notify_all();
        open_.wait(false);
    }
    // On the thread of the test.
    void wait_until_reached() { reached_.wait(false); }
    void open() {
        open_ = true;
        open_.notify_all();
    }

  private:
    std::atomic<bool> reached_{false};
    std::atomic<bool> open_{false};
};

}  // namespace tradewind::storage
