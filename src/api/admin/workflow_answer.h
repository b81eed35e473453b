#pragma once

#include <memory>
#include <string_view>

#include "api/answer.h"
#include "base/result.h"
#include "domain/fields/json_fields.h"
#include "domain/workflows/workflow.h"
#include "operations/workflow_names.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {

// A request that makes or changes a workflow. What is found out about its definition needs time that a write has not,
// so it is found out before.
struct WorkflowRequest {
    domain::WorkflowChange change;
    operations::DraftReading
        draft;  // Of the definition that it brings; nothing but the definitions when it brings none.
};

base::Result<WorkflowRequest> read_workflow_request(std::string_view body, domain::ReadMode mode,
                                                    std::shared_ptr<const storage::Definitions> definitions);

// A workflow with its definition, and what keeps that from being published in this store: as `draft` says, if that
// holds.
JsonAnswer answer_workflow(int status, const domain::Workflow& workflow, const storage::Definitions& definitions,
                           const operations::DraftReading& draft);

// The same of the workflow with this id.
base::Result<JsonAnswer> tell_workflow(storage::Transaction& transaction,
                                       const std::shared_ptr<const storage::Definitions>& known, base::Id id);

}  // namespace tradewind::api::admin
