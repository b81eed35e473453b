#pragma once

#include <atomic>
#include <string_view>

#include "base/log.h"
#include "base/wakeup.h"

namespace tradewind::storage {

// Whether there is a server to connect to. While there is none, nobody but the watcher tries: everyone else is refused
// at once instead of waiting for a connection. Thread-safe.
class PostgresReach {
  public:
    explicit PostgresReach(base::Log& log) : log_(log) {}

    [[nodiscard]] bool is_up() const { return up_.load(std::memory_order_acquire); }
    void note_down(std::string_view cause) {
        if (up_.exchange(false, std::memory_order_acq_rel)) {
            log_.warning("the database cannot be reached", {{"cause", cause}});
            watcher_wakeup.raise();
        }
    }
    void note_up() {
        if (!up_.exchange(true, std::memory_order_acq_rel)) { log_.info("the database is reached again"); }
    }

    // Raised when the watcher is to look at once.
    base::Wakeup watcher_wakeup;

  private:
    base::Log& log_;
    std::atomic<bool> up_{true};
};

}  // namespace tradewind::storage
