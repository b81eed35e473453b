#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "domain/fields/json_fields.h"
#include "operations/store_operations.h"

namespace tradewind::api::admin {
namespace {

void get_store(Call& call) {
    call.answer.json(
        {.status = 200, .body = domain::render(domain::managed_store_fields, call.caller.definitions->store)});
}

base::Result<domain::Patch<domain::Store>> read_store_patch(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return read_fields(domain::managed_store_fields, document.root(), domain::ReadMode::Merge);
}

void patch_store(const Services& services, Call& call) {
    answer_write(
        services, call, read_store_patch(call.request.body),
        [&sources = services.sources, actor = call.caller.actor()](
            storage::Transaction& transaction, const domain::Patch<domain::Store>& patch) -> base::Result<JsonAnswer> {
            const auto store = TRY(operations::change_store(transaction, sources, actor, patch));
            return JsonAnswer{.status = 200, .body = domain::render(domain::managed_store_fields, store)};
        });
}

}  // namespace

std::vector<Route> store_routes(const Services& services) {
    return {
        Route(net::Method::Get, "/admin/v1/store", Managed{domain::Scope::StoreRead}, BodyKind::Ignored, get_store),
        Route(net::Method::Patch, "/admin/v1/store", Managed{domain::Scope::SettingsWrite}, BodyKind::Json,
              [services](Call& call) { patch_store(services, call); }),
    };
}

}  // namespace tradewind::api::admin
