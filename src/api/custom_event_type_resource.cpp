#include "api/resources.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/memory_list.h"
#include "domain/fields/json_fields.h"
#include "operations/custom_event_type_operations.h"
#include "operations/custom_integration_operations.h"

namespace tradewind::api {
namespace {

constexpr std::string_view custom_event_type_collection_path = "/custom-integrations/{id}/custom-event-types/";
constexpr std::string_view custom_event_type_item_path = "/custom-integrations/{id}/custom-event-types/{eventTypeId}";
constexpr std::string_view hidden_value = "***";

// Who may not change a type may not see what its calls carry.
void write_type(base::JsonWriter& writer, const domain::CustomEventType& type, const base::SecretKey& secret_key,
                bool may_see_headers) {
    auto headers = operations::unsealed_webhook_headers(secret_key, type);
    if (!may_see_headers) {
        for (auto& header : headers) { header.value = hidden_value; }
    }
    domain::write_custom_event_type(writer, type, headers);
}

std::string render_type(const domain::CustomEventType& type, const base::SecretKey& secret_key, bool may_see_headers) {
    std::string json;
    base::JsonWriter writer(json);
    write_type(writer, type, secret_key, may_see_headers);
    return json;
}

bool may_see_headers(const Caller& caller) {
    return caller.scopes().has(domain::Scope::CustomIntegrationWrite);
}

// The integration in the path; null when there is none.
base::Result<const domain::CustomIntegration*> integration_in_path(const Call& call) {
    const auto id = TRY(base::Id::parse(call.parameters[0]));
    return id ? call.caller.definitions->custom_events.find_integration(*id) : nullptr;
}

void list_types(const Services& services, Call& call) {
    const auto integration = integration_in_path(call);
    if (!integration) { return call.answer.refuse(integration.error()); }
    const auto request = read_page_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    if (integration.value() == nullptr) { return call.answer.refuse(operations::unknown_custom_integration()); }
    const auto id = integration.value()->id;
    std::vector<domain::CustomEventList::Type> types;
    for (const auto& type : call.caller.definitions->custom_events.types()) {
        if (type->integration == id) { types.push_back(type); }
    }
    const auto address =
        services.public_address.with_path("/custom-integrations/" + id.text() + "/custom-event-types/");
    const auto place_at = [&](std::size_t index) {
        return RowPlace{.created_at = types[index]->id.made_at(), .id = types[index]->id.text()};
    };
    const auto page = page_of_list(types.size(), request.value(), place_at, [](std::size_t index) { return index; });
    call.answer.json({
        .status = 200,
        .body = render_list({.address = address, .query = call.query, .request = request.value()}, page, place_at,
                            [&](base::JsonWriter& writer, std::size_t index) {
                                write_type(writer, *types[index], services.secret_key, may_see_headers(call.caller));
                            }),
    });
}

base::Result<domain::NewCustomEventType> read_wanted(const Services& services, std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const domain::WebhookReach reach{.private_addresses = services.private_webhooks,
                                     .own_address = services.public_address.with_path("")};
    return domain::read_custom_event_type(document.root(), reach);
}

void create_type(const Services& services, Call& call) {
    const auto integration = base::Id::parse(call.parameters[0]);
    if (!integration) { return call.answer.refuse(integration.error()); }
    answer_write(
        services, call, read_wanted(services, call.request.body),
        [&sources = services.sources, &secret_key = services.secret_key, owner = integration.value()](
            storage::Transaction& transaction, const domain::NewCustomEventType& wanted) -> base::Result<JsonAnswer> {
            if (!owner) { return operations::unknown_custom_integration(); }
            const auto created =
                TRY(operations::create_custom_event_type(transaction, sources, secret_key, *owner, wanted));
            return JsonAnswer{.status = 201, .body = render_type(created, secret_key, true)};
        });
}

void get_type(const Services& services, Call& call) {
    const auto integration = integration_in_path(call);
    if (!integration) { return call.answer.refuse(integration.error()); }
    const auto id = base::Id::parse(call.parameters[1]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (integration.value() == nullptr) { return call.answer.refuse(operations::unknown_custom_integration()); }
    const auto* const type = id.value() ? call.caller.definitions->custom_events.find_type(*id.value()) : nullptr;
    if (type == nullptr || type->integration != integration.value()->id) {
        return call.answer.refuse(operations::unknown_custom_event_type());
    }
    call.answer.json({.status = 200, .body = render_type(*type, services.secret_key, may_see_headers(call.caller))});
}

void delete_type(const Services& services, Call& call) {
    const auto integration = base::Id::parse(call.parameters[0]);
    if (!integration) { return call.answer.refuse(integration.error()); }
    const auto id = base::Id::parse(call.parameters[1]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!integration.value()) { return call.answer.refuse(operations::unknown_custom_integration()); }
    if (!id.value()) { return call.answer.refuse(operations::unknown_custom_event_type()); }
    answer_write(services, call,
                 [owner = *integration.value(), unwanted = *id.value(), definitions = call.caller.definitions](
                     storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto users = operations::users_of(transaction, definitions, unwanted);
                     TRY(operations::delete_custom_event_type(transaction, owner, unwanted, users));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> custom_event_type_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, custom_event_type_collection_path, Scope::CustomIntegrationRead, BodyKind::Ignored,
              with_services(list_types)),
        Route(net::Method::Post, custom_event_type_collection_path, Scope::CustomIntegrationWrite, BodyKind::Json,
              with_services(create_type)),
        Route(net::Method::Get, custom_event_type_item_path, Scope::CustomIntegrationRead, BodyKind::Ignored,
              with_services(get_type)),
        Route(net::Method::Delete, custom_event_type_item_path, Scope::CustomIntegrationDelete, BodyKind::Ignored,
              with_services(delete_type)),
    };
}

}  // namespace tradewind::api
