#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view everybody = "all";
constexpr NodeParameter start_parameters[]{
    {.name = "audience", .type = ParameterType::Filter, .words = std::span(&everybody, 1)},
    {.name = "segment", .type = ParameterType::Segment},
    {.name = "existing", .type = ParameterType::Boolean},
    {.name = "future", .type = ParameterType::Boolean},
};

// `audience` is a filter, or the word `all`.
void read_start(NodeReader& reader, Node& node) {
    StartNode start;
    const auto audience = reader.member("audience");
    const bool is_word = audience && audience->kind() == base::JsonKind::String;
    if (is_word && audience->string() != everybody) {
        reader.add("/audience", incident_codes::invalid, "must be all or a filter");
    }
    if (audience && !is_word) { start.audience = reader.filter("audience"); }
    start.segment = reader.segment("segment", Presence::Optional);
    if (audience && start.segment) { reader.add("/segment", incident_codes::invalid, "does not go with audience"); }
    start.existing = reader.boolean("existing", false);
    start.future = reader.boolean("future", true);
    node.parameters = std::move(start);
}

}  // namespace

const NodeKindRow start_kind{.kind = NodeKind::Start,
                             .word = "start",
                             .role = NodeRole::Start,
                             .parameters = start_parameters,
                             .read = read_start};

}  // namespace tradewind::domain
