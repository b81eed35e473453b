#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain {
namespace {

constexpr NodeParameter membership_parameters[]{
    {.name = "segment", .type = ParameterType::StaticSegment, .is_required = true}};

template <bool adds>
void read_membership(NodeReader& reader, Node& node) {
    const auto segment = reader.segment("segment", Presence::Required, SegmentKind::Static);
    node.parameters = SegmentNode{.segment = segment.value_or(base::Id{}), .adds = adds};
}

NodeResult visit_membership(const NodeVisit& visit) {
    const auto& node = std::get<SegmentNode>(visit.node.parameters);
    return {.effect = Effect{.what = SegmentEffect{.segment = node.segment, .adds = node.adds}}};
}

constexpr NodeKindRow membership_row(NodeKind kind, std::string_view word, void (*read)(NodeReader&, Node&)) {
    return {.kind = kind,
            .word = word,
            .role = NodeRole::Act,
            .parameters = membership_parameters,
            .ports = std::span(&only_port, 1),
            .read = read,
            .visit = visit_membership};
}

}  // namespace

const NodeKindRow add_to_segment_kind = membership_row(NodeKind::AddToSegment, "add-to-segment", read_membership<true>);
const NodeKindRow remove_from_segment_kind =
    membership_row(NodeKind::RemoveFromSegment, "remove-from-segment", read_membership<false>);

}  // namespace tradewind::domain
