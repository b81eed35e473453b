#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "operations/signing_secret_operations.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view signing_secret_path = "/admin/v1/custom-event-types/{id}/signing-secret";

std::string render_secrets(const Services& services, const std::vector<domain::SigningSecret>& secrets) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("secrets");
    writer.begin_array();
    for (const auto& secret : secrets) {
        writer.begin_object();
        writer.key("secret");
        writer.string(operations::unsealed_signing_secret(services.secret_key, secret).reveal());
        writer.key("createdAt");
        writer.instant(secret.created_at);
        if (secret.expires_at) {
            writer.key("expiresAt");
            writer.instant(*secret.expires_at);
        }
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    return json;
}

void get_secrets(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [services, type = id.value().value_or(base::Id{})](
                    storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto secrets = TRY(operations::find_signing_secrets(transaction, services.sources, type));
                    return JsonAnswer{.status = 200, .body = render_secrets(services, secrets)};
                });
}

void replace_secret(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call,
                 [services, actor = call.caller.actor(), type = id.value().value_or(base::Id{})](
                     storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto secrets = TRY(operations::replace_signing_secret(transaction, services.sources,
                                                                                 services.secret_key, actor, type));
                     return JsonAnswer{.status = 201, .body = render_secrets(services, secrets)};
                 });
}

}  // namespace

std::vector<Route> signing_secret_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, signing_secret_path, Managed{Scope::CustomIntegrationWrite}, BodyKind::Ignored,
              with_services(get_secrets)),
        Route(net::Method::Post, signing_secret_path, Managed{Scope::CustomIntegrationWrite}, BodyKind::Any,
              with_services(replace_secret)),
    };
}

}  // namespace tradewind::api::admin
