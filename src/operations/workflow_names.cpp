#include "operations/workflow_names.h"

#include "base/json.h"
#include "operations/segment_uses.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

domain::WorkflowNames workflow_names(const storage::Definitions& definitions) {
    return {.filters = filter_names(definitions), .segment_kind = [&definitions](base::Id id) {
                const auto* const segment = definitions.find_segment(id);
                return segment == nullptr ? std::nullopt : std::optional(segment->kind);
            }};
}

domain::DefinitionReading read_workflow_definition(std::string_view json, const storage::Definitions& definitions) {
    const auto document = base::JsonDocument::parse(json);
    if (!document) { throw storage::DatabaseBroken("the definition of a workflow is damaged"); }
    return domain::read_definition(document.value().root(), workflow_names(definitions));
}

DraftReading read_draft(std::string json, std::shared_ptr<const storage::Definitions> definitions) {
    auto reading = read_workflow_definition(json, *definitions);
    return {.json = std::move(json), .definitions = std::move(definitions), .reading = std::move(reading)};
}

std::string split_salt(const base::SecretKey& secret_key) {
    const auto hash = secret_key.hash("workflow-split", "");
    std::string salt;
    for (const auto byte : hash) { salt.push_back(static_cast<char>(byte)); }
    return salt;
}

}  // namespace tradewind::operations
