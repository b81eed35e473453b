#include "domain/workflows/nodes/node_kind.h"

#include <array>

namespace tradewind::domain {
namespace {

constexpr NodeParameter coupon_node_parameters[]{
    {.name = "couponSetId", .type = ParameterType::CouponSet, .is_required = true},
    {.name = "keep", .type = ParameterType::Boolean},
};
constexpr std::array<std::string_view, 2> coupon_ports{"assigned", "empty"};

void read_assign_coupon(NodeReader& reader, Node& node) {
    const auto set = reader.id("couponSetId", reader.names().filters.coupon_set_name, Presence::Required);
    node.parameters = AssignCouponNode{.set = set.value_or(base::Id{}), .keep = reader.boolean("keep", false)};
}

// Which code it is, the effect finds out.
NodeResult visit_assign_coupon(const NodeVisit& visit) {
    const auto& node = std::get<AssignCouponNode>(visit.node.parameters);
    if (node.keep) {
        if (const auto code = visit.facts.coupon_of_contact(node.set)) {
            std::string json;
            base::JsonWriter writer(json);
            writer.begin_object();
            writer.key("code");
            writer.string(*code);
            writer.end_object();
            return {.value = *code, .left = LeftValues{.json = std::move(json)}};
        }
    }
    if (!visit.facts.has_coupon(node.set)) { return {.port = 1, .reason = StepReason::Empty}; }
    return {.effect = Effect{.what = CouponEffect{.set = node.set}}};
}

}  // namespace

const NodeKindRow assign_coupon_kind{.kind = NodeKind::AssignCoupon,
                                     .word = "assign-coupon",
                                     .role = NodeRole::Act,
                                     .parameters = coupon_node_parameters,
                                     .ports = coupon_ports,
                                     .is_read_first = true,
                                     .reads_facts = true,
                                     .obeys_window = true,
                                     .read = read_assign_coupon,
                                     .visit = visit_assign_coupon};

}  // namespace tradewind::domain
