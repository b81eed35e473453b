#pragma once

#include <mutex>
#include <string>
#include <string_view>

namespace tradewind::api {

// The address under which the world knows this service, without a slash at the end: every link starts with it. It is
// set once the listener knows its port. Thread-safe.
class PublicAddress {
  public:
    void set(std::string address) {
        const std::lock_guard lock(mutex_);
        text_ = std::move(address);
    }
    [[nodiscard]] std::string with_path(std::string_view path) const {
        const std::lock_guard lock(mutex_);
        return text_ + std::string(path);
    }

  private:
    mutable std::mutex mutex_;
    std::string text_;  // Guarded by mutex_.
};

}  // namespace tradewind::api
