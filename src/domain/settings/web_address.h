#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tradewind::domain {

// An absolute address on the web, `http` or `https`, taken apart as far as it tells whose it is.
class WebAddress {
  public:
    // The Error is `invalid("", reason)`: the caller puts its path.
    static base::Result<WebAddress> parse(std::string_view text);

    [[nodiscard]] std::string_view scheme() const { return is_secure_ ? "https" : "http"; }
    // Lower case, without a dot at the end, international labels as A-labels where they have one.
    [[nodiscard]] const std::string& host() const { return host_; }
    // The one of the scheme when the address does not tell it.
    [[nodiscard]] std::uint16_t port() const { return port_; }

  private:
    bool is_secure_ = false;
    std::string host_;
    std::uint16_t port_ = 0;
};

// A rule for texts that must be such an address. They are kept as given.
base::Result<std::string> check_web_address(std::string_view text);

}  // namespace tradewind::domain
