#include "api/admin/workflow_answer.h"

#include "operations/workflow_operations.h"
#include "storage/stores/engine/workflow_store.h"

namespace tradewind::api::admin {

base::Result<WorkflowRequest> read_workflow_request(std::string_view body, domain::ReadMode mode,
                                                    std::shared_ptr<const storage::Definitions> definitions) {
    const auto document = TRY(domain::read_object(body));
    WorkflowRequest request{.change = domain::read_workflow(document.root(), mode),
                            .draft = {.definitions = std::move(definitions)}};
    if (request.change.definition && request.change.problems.empty()) {
        request.draft = operations::read_draft(request.change.definition->json, std::move(request.draft.definitions));
    }
    return request;
}

JsonAnswer answer_workflow(int status, const domain::Workflow& workflow, const storage::Definitions& definitions,
                           const operations::DraftReading& draft) {
    if (draft.holds_for(workflow, definitions)) {
        return {.status = status, .body = domain::render_workflow(workflow, draft.reading.incidents)};
    }
    const auto reading = operations::read_workflow_definition(workflow.definition, definitions);
    return {.status = status, .body = domain::render_workflow(workflow, reading.incidents)};
}

base::Result<JsonAnswer> tell_workflow(storage::Transaction& transaction,
                                       const std::shared_ptr<const storage::Definitions>& known, base::Id id) {
    const auto workflow = storage::find_workflow(transaction, id);
    if (!workflow) { return operations::unknown_workflow(); }
    return answer_workflow(200, *workflow, *storage::definitions_in(transaction, known), {.definitions = known});
}

}  // namespace tradewind::api::admin
