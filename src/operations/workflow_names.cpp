#include "operations/workflow_names.h"

#include "operations/segment_uses.h"

namespace tradewind::operations {

domain::WorkflowNames workflow_names(const storage::Definitions& definitions) {
    return {.filters = filter_names(definitions), .segment_kind = [&definitions](base::Id id) {
                const auto* const segment = find_known_segment(definitions, id);
                return segment == nullptr ? std::nullopt : std::optional(segment->kind);
            }};
}

}  // namespace tradewind::operations
