#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace tradewind::domain {

// How far webhooks may go.
struct WebhookReach {
    bool private_addresses = false;  // Also to machines that are not on the open internet, this one among them.
    std::string own_address;         // Where the service itself is reached: `https://shop.example`.
};

// Whether a webhook may go to this address, as far as its text tells: by `http` or `https`, without a user or password,
// which an address cannot keep secret, to no host that is this machine or in a private network, and not back to the
// service. What a name stands for is looked at when it is called.
// The Error is `invalid("", reason)`: the caller puts its path.
base::Result<void> check_webhook_address(std::string_view text, const WebhookReach& reach);

}  // namespace tradewind::domain
