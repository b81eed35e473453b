#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/password_hashing.h"
#include "api/sign_in_limits.h"
#include "base/clock.h"
#include "base/ip_address.h"
#include "net/http.h"

namespace tradewind::api {

// What is needed where people prove who they are. Thread-safe.
struct SignInDesk {
    SignInDesk(const base::Clock& clock, std::vector<base::IpAddress> proxies)
        : limits(clock), trusted_proxies(std::move(proxies)) {}

    PasswordHashing hashing;
    SignInLimits limits;
    const std::vector<base::IpAddress> trusted_proxies;

    // Where a request comes from. Only a proxy that is trusted is believed: the last word of its X-Forwarded-For, which
    // is the one that it wrote itself.
    [[nodiscard]] std::string address_of(const net::HttpRequest& request) const;
};

}  // namespace tradewind::api
