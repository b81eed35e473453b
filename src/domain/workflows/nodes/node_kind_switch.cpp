#include "domain/workflows/nodes/node_kind.h"

#include <algorithm>

#include "domain/filters/evaluate.h"
#include "domain/workflows/nodes/port_list.h"

namespace tradewind::domain {
namespace {

constexpr NodeParameter switch_parameters[]{{.name = "cases", .type = ParameterType::Cases, .is_required = true}};
constexpr std::string_view else_port = "else";

void read_switch(NodeReader& reader, Node& node) {
    SwitchNode cases;
    read_ports(reader, "cases", {.items_min = 1, .items_max = switch_cases_max}, node.ports, [&](NodeReader& one) {
        one.refuse_others({"port", "filter"});
        cases.cases.push_back(one.filter("filter", Presence::Required).value_or(Filter{}));
    });
    if (std::ranges::find(node.ports, else_port) != node.ports.end()) {
        reader.add("/cases", incident_codes::invalid, "must not name a port else, which is there by itself");
    }
    node.ports.emplace_back(else_port);
    node.parameters = std::move(cases);
}

NodeResult visit_switch(const NodeVisit& visit) {
    const auto& cases = std::get<SwitchNode>(visit.node.parameters).cases;
    const auto found = std::find_if(cases.begin(), cases.end(), [&](const Filter& filter) {
        return evaluate(filter, visit.facts, visit.situation.names.fields, visit.time).holds;
    });
    return {.port = static_cast<std::size_t>(found - cases.begin())};
}

}  // namespace

const NodeKindRow switch_kind{.kind = NodeKind::Switch,
                              .word = "switch",
                              .role = NodeRole::Question,
                              .parameters = switch_parameters,
                              .last_port = else_port,
                              .reads_facts = true,
                              .read = read_switch,
                              .visit = visit_switch};

}  // namespace tradewind::domain
