#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain {
namespace {

constexpr NodeParameter stop_parameters[]{{.name = "converted", .type = ParameterType::Boolean}};

void read_stop(NodeReader& reader, Node& node) {
    node.parameters = StopNode{.converted = reader.boolean("converted", false)};
}

NodeResult visit_stop(const NodeVisit& visit) {
    return {.kind = NodeResult::Kind::End, .converted = std::get<StopNode>(visit.node.parameters).converted};
}

}  // namespace

const NodeKindRow stop_kind{.kind = NodeKind::Stop,
                            .word = "stop",
                            .role = NodeRole::End,
                            .parameters = stop_parameters,
                            .read = read_stop,
                            .visit = visit_stop};

}  // namespace tradewind::domain
