#pragma once

#include "domain/workflows/read_definition.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What definitions of workflows can name in the store as it is by these definitions, which must outlive it.
domain::WorkflowNames workflow_names(const storage::Definitions& definitions);

}  // namespace tradewind::operations
