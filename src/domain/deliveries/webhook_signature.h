#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/secret.h"

namespace tradewind::domain {

// What a call is signed over, by Standard Webhooks.
struct SignedCall {
    std::string_view id;         // As in `webhook-id`.
    std::int64_t timestamp = 0;  // As in `webhook-timestamp`: seconds since 1970.
    std::string_view body;
};

// The value of `webhook-signature`: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, once for each secret,
// with spaces between them. Secrets are `whsec_` and base64; of any other text the bytes themselves are the key.
std::string webhook_signature(const SignedCall& call, const std::vector<base::Secret>& secrets);

}  // namespace tradewind::domain
