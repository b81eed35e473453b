#include "api/admin/resources.h"

#include "api/admin/workflow_answer.h"
#include "api/admin/workflow_numbers.h"
#include "api/database_answer.h"
#include "api/if_match.h"
#include "api/path_id.h"
#include "operations/workflow_life.h"
#include "operations/workflow_operations.h"
#include "storage/stores/engine/workflow_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view workflow_publish_path = "/admin/v1/workflows/{id}/publish";
constexpr std::string_view workflow_pause_path = "/admin/v1/workflows/{id}/pause";
constexpr std::string_view workflow_resume_path = "/admin/v1/workflows/{id}/resume";
constexpr std::string_view workflow_finish_path = "/admin/v1/workflows/{id}/finish";
constexpr std::string_view workflow_numbers_path = "/admin/v1/workflows/{id}/numbers";

using LifeChange = decltype(operations::publish_workflow)*;
using PlainLifeChange = decltype(operations::pause_workflow)*;

// What is not about the draft does without what is known of it.
template <PlainLifeChange change>
base::Result<domain::Workflow> without_draft(storage::Transaction& transaction, base::Sources& sources,
                                             const operations::DraftReading&, const domain::Actor& actor, base::Id id) {
    return change(transaction, sources, actor, id);
}

// The draft is read before the write, which has no time for it.
void change_life(const Services& services, Call& call, LifeChange change) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write_after(
        services, call,
        [named = id.value().value_or(base::Id{}),
         known = call.caller.definitions](storage::Transaction& transaction) -> base::Result<operations::DraftReading> {
            auto workflow = storage::find_workflow(transaction, named);
            if (!workflow) { return operations::unknown_workflow(); }
            return operations::read_draft(std::move(workflow->definition), storage::definitions_in(transaction, known));
        },
        [&sources = services.sources, actor = call.caller.actor(), named = id.value().value_or(base::Id{}), change,
         if_match = IfMatch(call.request.head)](storage::Transaction& transaction,
                                                const operations::DraftReading& draft) -> base::Result<JsonAnswer> {
            transaction.lock_definitions();
            const auto definitions = storage::definitions_in(transaction, draft.definitions);
            const auto changed = TRY(if_match.guard([&] { return storage::find_workflow(transaction, named); },
                                                    [&] { return change(transaction, sources, draft, actor, named); }));
            return answer_workflow(200, changed, *definitions, draft);
        },
        [named = id.value().value_or(base::Id{}), known = call.caller.definitions](
            storage::Transaction& transaction, const JsonAnswer&) { return tell_workflow(transaction, known, named); });
}

void get_numbers(const Services& services, Call& call) {
    const auto id = id_in_path(call, "workflow");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [id = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto workflow = storage::find_workflow(transaction, id);
                    if (!workflow) { return operations::unknown_workflow(); }
                    return JsonAnswer{.status = 200, .body = render_workflow_numbers(transaction, *workflow)};
                });
}

}  // namespace

std::vector<Route> workflow_life_routes(const Services& services) {
    using domain::Scope;
    const auto to = [&](std::string_view path, LifeChange change) {
        return Route(net::Method::Post, path, Managed{Scope::WorkflowRun}, BodyKind::Any,
                     [services, change](Call& call) { change_life(services, call, change); })
            .with_tag();
    };
    return {
        to(workflow_publish_path, operations::publish_workflow),
        to(workflow_pause_path, without_draft<operations::pause_workflow>),
        to(workflow_resume_path, without_draft<operations::resume_workflow>),
        to(workflow_finish_path, without_draft<operations::finish_workflow>),
        Route(net::Method::Get, workflow_numbers_path, Managed{Scope::WorkflowRead}, BodyKind::Ignored,
              [services](Call& call) { get_numbers(services, call); }),
    };
}

}  // namespace tradewind::api::admin
