#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/secret.h"
#include "domain/workflows/read_definition.h"
#include "domain/workflows/workflow.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What definitions of workflows can name in the store as it is by these definitions, which must outlive it.
domain::WorkflowNames workflow_names(const storage::Definitions& definitions);

// What the definition of a workflow, JSON as it is kept, says in this store, and what keeps it from being published.
domain::DefinitionReading read_workflow_definition(std::string_view json, const storage::Definitions& definitions);

// What was found out about a draft where there was time for it. It holds while neither the draft nor the definitions
// are others.
struct DraftReading {
    std::string json = {};
    std::shared_ptr<const storage::Definitions> definitions;
    domain::DefinitionReading reading = {};

    [[nodiscard]] bool holds_for(const domain::Workflow& workflow, const storage::Definitions& current) const {
        return definitions.get() == &current && json == workflow.definition;
    }
};
DraftReading read_draft(std::string json, std::shared_ptr<const storage::Definitions> definitions);

// What splits mix into their choice, so that nobody can foresee it.
std::string split_salt(const base::SecretKey& secret_key);

}  // namespace tradewind::operations
