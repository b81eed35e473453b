#include "api/resources.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/memory_list.h"
#include "domain/fields/json_fields.h"
#include "operations/custom_integration_operations.h"

namespace tradewind::api {
namespace {

constexpr std::string_view custom_integration_collection_path = "/custom-integrations/";
constexpr std::string_view custom_integration_item_path = "/custom-integrations/{id}";

using IntegrationPatch = domain::Patch<domain::CustomIntegration>;

std::string render_integration(const domain::CustomIntegration& integration) {
    std::string json;
    base::JsonWriter writer(json);
    domain::write_custom_integration(writer, integration);
    return json;
}

void list_integrations(const Services& services, Call& call) {
    const auto request = read_page_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    const auto address = services.public_address.with_path(custom_integration_collection_path);
    const auto& integrations = call.caller.definitions->custom_events.integrations();
    const auto place_at = [&](std::size_t index) {
        return RowPlace{.created_at = integrations[index].id.made_at(), .id = integrations[index].id.text()};
    };
    const auto page =
        page_of_list(integrations.size(), request.value(), place_at, [](std::size_t index) { return index; });
    call.answer.json({
        .status = 200,
        .body = render_list({.address = address, .query = call.query, .request = request.value()}, page, place_at,
                            [&](base::JsonWriter& writer, std::size_t index) {
                                domain::write_custom_integration(writer, integrations[index]);
                            }),
    });
}

base::Result<IntegrationPatch> read_integration(std::string_view body, domain::ReadMode mode) {
    const auto document = TRY(domain::read_object(body));
    return read_fields(domain::custom_integration_fields, document.root(), mode);
}

void create_integration(const Services& services, Call& call) {
    answer_write(services, call, read_integration(call.request.body, domain::ReadMode::Create),
                 [&sources = services.sources](storage::Transaction& transaction,
                                               const IntegrationPatch& wanted) -> base::Result<JsonAnswer> {
                     const auto created =
                         TRY(operations::create_custom_integration(transaction, sources, wanted.values));
                     return JsonAnswer{.status = 201, .body = render_integration(created)};
                 });
}

void get_integration(const Services&, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    const auto* const integration =
        id.value() ? call.caller.definitions->custom_events.find_integration(*id.value()) : nullptr;
    if (integration == nullptr) { return call.answer.refuse(operations::unknown_custom_integration()); }
    call.answer.json({.status = 200, .body = render_integration(*integration)});
}

void patch_integration(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call, read_integration(call.request.body, domain::ReadMode::Merge),
                 [&sources = services.sources, named = id.value()](
                     storage::Transaction& transaction, const IntegrationPatch& patch) -> base::Result<JsonAnswer> {
                     if (!named) { return operations::unknown_custom_integration(); }
                     const auto changed =
                         TRY(operations::change_custom_integration(transaction, sources, *named, patch));
                     return JsonAnswer{.status = 200, .body = render_integration(changed)};
                 });
}

void delete_integration(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(operations::unknown_custom_integration()); }
    answer_write(services, call,
                 [unwanted = *id.value(), definitions = call.caller.definitions](
                     storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto users = operations::users_of_integration(transaction, definitions, unwanted);
                     TRY(operations::delete_custom_integration(transaction, unwanted, users));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> custom_integration_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, custom_integration_collection_path, Scope::CustomIntegrationRead, BodyKind::Ignored,
              with_services(list_integrations)),
        Route(net::Method::Post, custom_integration_collection_path, Scope::CustomIntegrationWrite, BodyKind::Json,
              with_services(create_integration)),
        Route(net::Method::Get, custom_integration_item_path, Scope::CustomIntegrationRead, BodyKind::Ignored,
              with_services(get_integration)),
        Route(net::Method::Patch, custom_integration_item_path, Scope::CustomIntegrationWrite, BodyKind::Json,
              with_services(patch_integration)),
        Route(net::Method::Delete, custom_integration_item_path, Scope::CustomIntegrationDelete, BodyKind::Ignored,
              with_services(delete_integration)),
    };
}

}  // namespace tradewind::api
