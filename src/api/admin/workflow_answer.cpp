#include "api/admin/workflow_answer.h"

#include "operations/workflow_names.h"

namespace tradewind::api::admin {

JsonAnswer answer_workflow(int status, const domain::Workflow& workflow, const storage::Definitions& definitions) {
    const auto reading = operations::read_workflow_definition(workflow.definition, definitions);
    return {.status = status, .body = domain::render_workflow(workflow, reading.incidents)};
}

base::Result<WorkflowRequest> read_workflow_request(std::string_view body, domain::ReadMode mode,
                                                    std::shared_ptr<const storage::Definitions> definitions) {
    const auto document = TRY(domain::read_object(body));
    WorkflowRequest request{
        .change = domain::read_workflow(document.root(), mode), .definitions = std::move(definitions), .incidents = {}};
    if (request.change.definition && request.change.problems.empty()) {
        request.incidents =
            operations::read_workflow_definition(request.change.definition->json, *request.definitions).incidents;
    }
    return request;
}

JsonAnswer answer_workflow(int status, const domain::Workflow& workflow, const storage::Definitions& definitions,
                           const WorkflowRequest& request) {
    if (!request.incidents || &definitions != request.definitions.get()) {
        return answer_workflow(status, workflow, definitions);
    }
    return {.status = status, .body = domain::render_workflow(workflow, *request.incidents)};
}

}  // namespace tradewind::api::admin
