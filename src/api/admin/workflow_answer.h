#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "api/answer.h"
#include "base/result.h"
#include "domain/fields/json_fields.h"
#include "domain/workflows/workflow.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {

// A workflow with its definition, and what keeps that from being published in this store.
JsonAnswer answer_workflow(int status, const domain::Workflow& workflow, const storage::Definitions& definitions);

// A request that makes or changes a workflow. What is found out about its definition needs time that a write has not,
// so it is found out before.
struct WorkflowRequest {
    domain::WorkflowChange change;
    std::shared_ptr<const storage::Definitions> definitions;  // By which the incidents were found.
    std::optional<std::vector<domain::Incident>> incidents;   // Of the definition that it brings.
};

base::Result<WorkflowRequest> read_workflow_request(std::string_view body, domain::ReadMode mode,
                                                    std::shared_ptr<const storage::Definitions> definitions);

// The same answer to such a request, with what was found out if that holds for these definitions.
JsonAnswer answer_workflow(int status, const domain::Workflow& workflow, const storage::Definitions& definitions,
                           const WorkflowRequest& request);

}  // namespace tradewind::api::admin
