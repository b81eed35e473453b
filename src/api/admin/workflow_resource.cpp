#include "api/admin/resources.h"

#include "api/admin/workflow_answer.h"
#include "api/database_answer.h"
#include "api/if_match.h"
#include "api/path_id.h"
#include "api/workflow_resource.h"
#include "operations/workflow_operations.h"
#include "storage/stores/engine/workflow_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view workflow_collection_path = "/admin/v1/workflows/";
constexpr std::string_view workflow_item_path = "/admin/v1/workflows/{id}";

void get_workflows(const Services& services, Call& call) {
    answer_workflows(services, call, workflow_collection_path);
}

void get_workflow(const Services& services, Call& call) {
    const auto id = id_in_path(call, "workflow");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [id = id.value(), known = call.caller.definitions](storage::Transaction& transaction) {
                    return tell_workflow(transaction, known, id);
                });
}

void create_workflow(const Services& services, Call& call) {
    answer_write(services, call,
                 read_workflow_request(call.request.body, domain::ReadMode::Create, call.caller.definitions),
                 [&sources = services.sources, actor = call.caller.actor()](
                     storage::Transaction& transaction, const WorkflowRequest& request) -> base::Result<JsonAnswer> {
                     transaction.lock_definitions();
                     const auto definitions = storage::definitions_in(transaction, request.draft.definitions);
                     const auto made = TRY(operations::create_workflow(transaction, sources, actor, request.change));
                     return answer_workflow(201, made, *definitions, request.draft);
                 });
}

void patch_workflow(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(
        services, call, read_workflow_request(call.request.body, domain::ReadMode::Merge, call.caller.definitions),
        [&sources = services.sources, actor = call.caller.actor(), named = id.value().value_or(base::Id{}),
         if_match = IfMatch(call.request.head)](storage::Transaction& transaction,
                                                const WorkflowRequest& request) -> base::Result<JsonAnswer> {
            transaction.lock_definitions();
            const auto definitions = storage::definitions_in(transaction, request.draft.definitions);
            const auto changed = TRY(if_match.guard(
                [&] { return storage::find_workflow(transaction, named); },
                [&] { return operations::change_workflow(transaction, sources, actor, named, request.change); }));
            return answer_workflow(200, changed, *definitions, request.draft);
        },
        [named = id.value().value_or(base::Id{}), known = call.caller.definitions](
            storage::Transaction& transaction, const JsonAnswer&) { return tell_workflow(transaction, known, named); });
}

void delete_workflow(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(operations::unknown_workflow()); }
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(), definitions = call.caller.definitions,
                  unwanted = *id.value(), if_match = IfMatch(call.request.head)](
                     storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto users = operations::users_of(transaction, definitions, unwanted);
                     TRY(if_match.guard(
                         [&] { return storage::find_workflow(transaction, unwanted); },
                         [&] { return operations::delete_workflow(transaction, sources, actor, unwanted, users); }));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> workflow_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Get, workflow_collection_path, Managed{Scope::WorkflowRead}, BodyKind::Ignored,
              with_services(get_workflows)),
        Route(net::Method::Post, workflow_collection_path, Managed{Scope::WorkflowWrite}, BodyKind::Json,
              with_services(create_workflow))
            .with_tag(),
        Route(net::Method::Get, workflow_item_path, Managed{Scope::WorkflowRead}, BodyKind::Ignored,
              with_services(get_workflow))
            .with_tag(),
        Route(net::Method::Patch, workflow_item_path, Managed{Scope::WorkflowWrite}, BodyKind::Json,
              with_services(patch_workflow))
            .with_tag(),
        Route(net::Method::Delete, workflow_item_path, Managed{Scope::WorkflowWrite}, BodyKind::Ignored,
              with_services(delete_workflow)),
    };
}

}  // namespace tradewind::api::admin
