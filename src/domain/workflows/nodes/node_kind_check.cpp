#include "domain/workflows/nodes/node_kind.h"

#include <array>

#include "domain/filters/evaluate.h"

namespace tradewind::domain {
namespace {

constexpr NodeParameter check_parameters[]{{.name = "filter", .type = ParameterType::Filter, .is_required = true}};
constexpr std::array<std::string_view, 2> check_ports{"yes", "no"};

void read_check(NodeReader& reader, Node& node) {
    node.parameters = CheckNode{reader.filter("filter", Presence::Required).value_or(Filter{})};
}

NodeResult visit_check(const NodeVisit& visit) {
    const auto& filter = std::get<CheckNode>(visit.node.parameters).filter;
    const bool holds = evaluate(filter, visit.facts, visit.situation.names.fields, visit.time).holds;
    return {.port = holds ? 0U : 1U};
}

}  // namespace

const NodeKindRow check_kind{.kind = NodeKind::Check,
                             .word = "check",
                             .role = NodeRole::Question,
                             .parameters = check_parameters,
                             .ports = check_ports,
                             .reads_facts = true,
                             .read = read_check,
                             .visit = visit_check};

}  // namespace tradewind::domain
