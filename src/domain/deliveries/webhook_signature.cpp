#include "domain/deliveries/webhook_signature.h"

#include "base/hmac.h"
#include "domain/events/signing_secret.h"

namespace tradewind::domain {
namespace {

base::Secret signing_key(const base::Secret& secret) {
    const std::string_view text = secret.reveal();
    if (!text.starts_with(signing_secret_prefix)) { return secret; }
    auto bytes = base::key_from_base64(text.substr(signing_secret_prefix.size()));
    return bytes ? base::Secret(std::move(*bytes)) : secret;
}

}  // namespace

std::string webhook_signature(const SignedCall& call, const std::vector<base::Secret>& secrets) {
    std::string content(call.id);
    content.append(".").append(std::to_string(call.timestamp)).append(".").append(call.body);
    std::string signatures;
    for (const auto& secret : secrets) {
        if (!signatures.empty()) { signatures.push_back(' '); }
        signatures.append("v1,").append(base::hmac_sha256_base64(signing_key(secret).reveal(), content));
    }
    return signatures;
}

}  // namespace tradewind::domain
