#include "api/resources.h"

#include "api/custom_event_answer.h"
#include "base/hmac.h"
#include "base/json.h"
#include "operations/custom_event_hook_operations.h"

namespace tradewind::api {
namespace {

constexpr std::string_view hook_item_path = "/hooks/{token}";
constexpr std::string_view signature_header = "x-signature";
constexpr std::string_view signature_scheme = "sha256=";

// Where a call may go: the hook with its type.
struct OpenHook {
    const storage::KnownHook* hook;
    const domain::CustomEventType* type;
};

base::Result<OpenHook> find_open_hook(const base::KeyedHash& token_hash, const storage::Definitions& definitions) {
    const auto* const known = definitions.find_hook(token_hash);
    const auto& events = definitions.custom_events;
    const auto* const type = known != nullptr ? events.find_type(known->hook.type) : nullptr;
    if (type == nullptr || !events.lets_in(*type, domain::receive_by_webhook)) {
        return base::not_found("There is no webhook here that lets events in.");
    }
    return OpenHook{.hook = known, .type = type};
}

base::KeyedHash hash_of(const Services& services, std::string_view token) {
    return services.secret_key.hash(domain::hook_token_hash_purpose, token);
}

// Before anything is said about the body.
base::Result<void> check_hook(const Services& services, const Caller& caller, std::string_view token) {
    const auto open = TRY(find_open_hook(hash_of(services, token), *caller.definitions));
    const auto most = services.hook_requests_per_minute;
    if (most == 0 || open.hook->requests->add(services.sources.clock.now()) <= most) { return {}; }
    return base::Error{
        .kind = base::ErrorKind::TooManyRequests,
        .detail = "More than " + std::to_string(most) + " calls of this webhook were made in this minute."};
}

bool is_signed(const net::HttpRequest& request, const base::Secret& secret) {
    const auto signature = request.head.header(signature_header).value_or("");
    return signature.starts_with(signature_scheme) &&
           base::is_hmac_sha256(signature.substr(signature_scheme.size()), secret.reveal(), request.body);
}

void take_call(const Services& services, Call& call) {
    const auto token_hash = hash_of(services, call.parameters[0]);
    const auto open = find_open_hook(token_hash, *call.caller.definitions);
    if (!open) { return call.answer.refuse(open.error()); }
    const auto secret = operations::hook_secret(services.secret_key, open.value().hook->hook);
    if (secret && !is_signed(call.request, *secret)) {
        return call.answer.refuse(
            {.kind = base::ErrorKind::Forbidden,
             .detail = "X-Signature must be sha256= and the HMAC-SHA256 of the body under the secret, in hex."});
    }
    answer_custom_event(
        services, call,
        [token_hash, body = std::string(call.request.body)](
            const storage::Definitions& definitions) -> base::Result<domain::CustomEvent> {
            const auto here = TRY(find_open_hook(token_hash, definitions));
            const auto document = TRY(base::JsonDocument::parse(body));
            const auto kind = document.root().kind();
            if (kind != base::JsonKind::Object && kind != base::JsonKind::Array) {
                return base::bad_request("The body must be a JSON object or array.");
            }
            return domain::pick_custom_event(document.root(), *here.type);
        },
        operations::UnknownContact::Created);
}

}  // namespace

std::vector<Route> hook_routes(const Services& services) {
    Route route(net::Method::Post, hook_item_path, Public{}, BodyKind::Any,
                [services](Call& call) { take_call(services, call); });
    return {std::move(route).with_check([services](const Caller& caller, const std::vector<std::string>& parameters) {
        return check_hook(services, caller, parameters[0]);
    })};
}

}  // namespace tradewind::api
