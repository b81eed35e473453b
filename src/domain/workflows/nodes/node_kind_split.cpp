#include "domain/workflows/nodes/node_kind.h"

#include <numeric>

#include "base/digest.h"
#include "domain/workflows/nodes/port_list.h"

namespace tradewind::domain {
namespace {

constexpr NodeParameter split_parameters[]{{.name = "shares", .type = ParameterType::Shares, .is_required = true}};
constexpr int whole_percents = 100;

void read_split(NodeReader& reader, Node& node) {
    SplitNode split;
    read_ports(reader, "shares", {.items_min = split_shares_min, .items_max = split_shares_max}, node.ports,
               [&](NodeReader& one) {
                   one.refuse_others({"port", "percent"});
                   one.member("percent", Presence::Required);
                   constexpr Bounds bounds{.value_min = 1, .value_max = whole_percents - 1};
                   split.percents.push_back(static_cast<int>(one.integer("percent", bounds).value_or(0)));
               });
    if (!split.percents.empty() && std::accumulate(split.percents.begin(), split.percents.end(), 0) != whole_percents) {
        reader.add("/shares", incident_codes::invalid, "must have percents that make 100 together");
    }
    node.parameters = std::move(split);
}

// Nobody can foresee it without the salt, and it is the same whenever it is asked.
int percent_of(const NodeVisit& visit) {
    base::Digest digest;
    digest.add(visit.situation.salt);
    digest.add("|" + visit.run.workflow.text() + "|" + visit.node.id + "|" + visit.run.contact.text() + "|" +
               std::to_string(visit.run.entry));
    const auto hash = digest.finish();
    std::uint64_t number = 0;
    for (std::size_t index = 0; index < sizeof number; ++index) {
        number = (number << 8U) | static_cast<unsigned char>(hash[index]);
    }
    return static_cast<int>(number % whole_percents);
}

NodeResult visit_split(const NodeVisit& visit) {
    const auto& percents = std::get<SplitNode>(visit.node.parameters).percents;
    auto left = percent_of(visit);
    std::size_t port = 0;
    while (port + 1 < percents.size() && left >= percents[port]) { left -= percents[port++]; }
    return {.port = port};
}

}  // namespace

const NodeKindRow split_kind{.kind = NodeKind::Split,
                             .word = "split",
                             .role = NodeRole::Question,
                             .parameters = split_parameters,
                             .read = read_split,
                             .visit = visit_split};

}  // namespace tradewind::domain
