#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domain/settings/web_address.h"

namespace tradewind::domain {

// A pattern of web addresses that belong to the store: an optional `http://` or `https://`, a host or `*.suffix`, an
// optional `:port`. International names are taken as they are and kept as A-labels (`xn--...`).
class AuthorisedDomain {
  public:
    static constexpr std::size_t characters_max = 300;

    static base::Result<AuthorisedDomain> parse(std::string_view pattern);

    // The pattern in lower case and ASCII.
    [[nodiscard]] std::string text() const;
    // Whether the address belongs to it: by host, and by scheme and port where the pattern names them. `*.suffix` takes
    // in the bare suffix too.
    [[nodiscard]] bool holds(const WebAddress& address) const;

  private:
    std::string scheme_;  // Empty: any.
    bool with_subdomains_ = false;
    std::string host_;
    std::optional<std::uint16_t> port_;
};

// A rule for texts that must be such a pattern.
base::Result<std::string> check_authorised_domain(std::string_view text);

// Whether one of the patterns holds the address. Without any, every address is authorised.
bool is_authorised(const WebAddress& address, const std::vector<std::string>& patterns);

}  // namespace tradewind::domain
