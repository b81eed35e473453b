#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "domain/fields/json_fields.h"
#include "operations/custom_event_hook_operations.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view hook_path = "/admin/v1/custom-event-types/{id}/hook";

using SettingsPatch = domain::Patch<domain::CustomEventHookSettings>;

JsonAnswer render_hook(const Services& services, const domain::CustomEventHook& hook, int status) {
    const auto token = operations::hook_token(services.secret_key, hook);
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("url");
    writer.string(services.public_address.with_path("/hooks/" + token.reveal()));
    writer.key("hasSecret");
    writer.boolean(hook.sealed_secret.has_value());
    writer.key("createdAt");
    writer.instant(hook.created_at);
    writer.end_object();
    return {.status = status, .body = std::move(json)};
}

void get_hook(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [services, type = id.value().value_or(base::Id{})](
                    storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto hook = TRY(operations::find_hook(transaction, type));
                    return render_hook(services, hook, 200);
                });
}

void replace_token(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(
        services, call,
        [services, actor = call.caller.actor(),
         type = id.value().value_or(base::Id{})](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
            const auto hook =
                TRY(operations::replace_hook_token(transaction, services.sources, services.secret_key, actor, type));
            return render_hook(services, hook, 201);
        });
}

base::Result<SettingsPatch> read_settings(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return read_fields(domain::custom_event_hook_settings_fields, document.root(), domain::ReadMode::Merge);
}

void patch_hook(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call, read_settings(call.request.body),
                 [services, actor = call.caller.actor(), type = id.value().value_or(base::Id{})](
                     storage::Transaction& transaction, const SettingsPatch& patch) -> base::Result<JsonAnswer> {
                     const auto hook = TRY(operations::change_hook(transaction, services.sources, services.secret_key,
                                                                   actor, type, patch));
                     return render_hook(services, hook, 200);
                 });
}

}  // namespace

std::vector<Route> custom_event_hook_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, hook_path, Managed{Scope::CustomIntegrationWrite}, BodyKind::Ignored,
              with_services(get_hook)),
        Route(net::Method::Post, hook_path, Managed{Scope::CustomIntegrationWrite}, BodyKind::Any,
              with_services(replace_token)),
        Route(net::Method::Patch, hook_path, Managed{Scope::CustomIntegrationWrite}, BodyKind::Json,
              with_services(patch_hook)),
    };
}

}  // namespace tradewind::api::admin
