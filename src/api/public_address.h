#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace tradewind::api {

// The address under which the world knows this service, without a slash at the end: every link starts with it. It is
// set once the listener knows its port. Thread-safe.
class PublicAddress {
  public:
    void set(std::string address) {
        const std::lock_guard lock(mutex_);
        text_ = std::move(address);
        const auto scheme_end = text_.find("://");
        const auto host_end = text_.find('/', scheme_end == std::string::npos ? 0 : scheme_end + 3);
        origin_ = base::ascii_lower(text_.substr(0, host_end));
    }
    // `https://shop.example`, as browsers send it: small letters, no path.
    [[nodiscard]] std::string origin() const {
        const std::lock_guard lock(mutex_);
        return origin_;
    }
    [[nodiscard]] bool is_https() const { return origin().starts_with("https://"); }
    [[nodiscard]] std::string with_path(std::string_view path) const {
        const std::lock_guard lock(mutex_);
        return text_ + std::string(path);
    }

  private:
    mutable std::mutex mutex_;
    std::string text_;  // Guarded by mutex_, as is the next one.
    std::string origin_;
};

}  // namespace tradewind::api
