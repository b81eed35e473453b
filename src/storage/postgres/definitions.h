#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>

namespace tradewind::storage {

// Keeps whoever holds the definitions in memory up with their counter in the database. Thread-safe.
class PostgresDefinitions {
  public:
    // What loads them. Nothing: nobody holds them any more; when this returns, no load is running.
    void on_change(std::function<void()> reload) {
        const std::lock_guard lock(mutex_);
        reload_ = std::move(reload);
        loaded_version_ = 0;
    }

    // Returns when what is in memory is of this version or a newer one. One load at a time: of two at once the older
    // could end last. Passes on what the load throws.
    void catch_up(std::int64_t version) {
        const std::lock_guard lock(mutex_);
        if (!reload_ || loaded_version_ >= version) { return; }
        reload_();
        loaded_version_ = version;
    }

  private:
    std::mutex mutex_;
    // Guarded by mutex_:
    std::function<void()> reload_;
    std::int64_t loaded_version_ = 0;
};

}  // namespace tradewind::storage
