#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace tradewind::api {

// The address under which the world knows this service, without a slash at the end: every link starts with it. It is
// set once the listener knows its port. Thread-safe.
class PublicAddress {
  public:
    void set(std::string address) { text_.store(std::make_shared<const std::string>(std::move(address))); }
    [[nodiscard]] std::string with_path(std::string_view path) const {
        const auto text = text_.load();
        return (text ? *text : std::string()) + std::string(path);
    }

  private:
    std::atomic<std::shared_ptr<const std::string>> text_;
};

}  // namespace tradewind::api
