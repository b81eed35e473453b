#include "domain/workflows/definition_uses.h"

#include <algorithm>

#include "domain/workflows/happening.h"
#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain {
namespace {

void merge(FilterUses& uses, FilterUses more) {
    uses.fields.merge(more.fields);
    uses.event_types.merge(more.event_types);
    uses.segments.merge(more.segments);
    uses.coupon_sets.merge(more.coupon_sets);
    uses.workflows.merge(more.workflows);
    for (auto& [field, options] : more.options) { uses.options[field].merge(options); }
}

void add_node_uses(const TriggerNode& trigger, FilterUses& uses) {
    if (trigger.is_change_of_field()) {
        if (trigger.field.number != 0) { uses.fields.insert(trigger.field.number); }
        return;
    }
    const auto subject = trigger.happened.subject;
    if (subject.number == 0) { return; }
    if (trigger.happened.of == HistoryTest::Of::Event) { uses.event_types.insert(subject); }
    if (trigger.kind == NodeKind::OnCouponAssigned) { uses.coupon_sets.insert(subject); }
    if (trigger.kind == NodeKind::OnSegmentEntered || trigger.kind == NodeKind::OnSegmentLeft) {
        uses.segments.insert(subject);
    }
}
void add_node_uses(const StartNode& start, FilterUses& uses) {
    if (start.audience) { merge(uses, uses_of(*start.audience)); }
    if (start.segment) { uses.segments.insert(*start.segment); }
}
void add_node_uses(const CheckNode& check, FilterUses& uses) {
    merge(uses, uses_of(check.filter));
}
void add_node_uses(const SwitchNode& cases, FilterUses& uses) {
    for (const auto& filter : cases.cases) { merge(uses, uses_of(filter)); }
}
void add_node_uses(const WaitForNode& wait, FilterUses& uses) {
    add_node_uses(wait.trigger, uses);
}
void add_node_uses(const SetFieldNode& set, FilterUses& uses) {
    if (set.field.number != 0) { uses.fields.insert(set.field.number); }
}
void add_node_uses(const SegmentNode& node, FilterUses& uses) {
    uses.segments.insert(node.segment);
}
void add_node_uses(const AssignCouponNode& node, FilterUses& uses) {
    uses.coupon_sets.insert(node.set);
}
void add_node_uses(const SendEventNode& node, FilterUses& uses) {
    uses.event_types.insert(node.type);
}
void add_node_uses(const WaitNode&, FilterUses&) {}
void add_node_uses(const SplitNode&, FilterUses&) {}
void add_node_uses(const StopNode&, FilterUses&) {}

}  // namespace

std::vector<ChangeTopic> depends_on(const Definition& definition) {
    std::vector<ChangeTopic> topics;
    const auto add = [&](const std::vector<ChangeTopic>& more) {
        for (const auto& topic : more) {
            if (std::ranges::find(topics, topic) == topics.end()) { topics.push_back(topic); }
        }
    };
    for (const auto& node : definition.nodes) {
        if (const auto* const trigger = trigger_of(node)) { add(depends_on(*trigger)); }
        // A new contact has subscribed, too.
        if (node.kind == NodeKind::OnSubscribed || node.kind == NodeKind::OnUnsubscribed) {
            add({{.kind = ChangeTopic::Kind::Activity, .name = std::string(word_of(ActivityKind::ContactCreated))}});
        }
    }
    for (const auto* const filter : {&definition.settings.goal, &definition.settings.exit_when}) {
        if (*filter) { add(depends_on(**filter)); }
    }
    const auto& start = std::get<StartNode>(definition.nodes[definition.start].parameters);
    if (definition.triggers.empty() && start.future) {
        const auto kind = start.segment ? ActivityKind::ContactEnteredSegment : ActivityKind::ContactCreated;
        add({{.kind = ChangeTopic::Kind::Activity,
              .name = std::string(word_of(kind)),
              .subject = start.segment.value_or(base::Id{})}});
    }
    return topics;
}

FilterUses uses_of(const Definition& definition) {
    FilterUses uses{.fields = definition.fields_read};
    for (const auto& node : definition.nodes) {
        std::visit([&](const auto& parameters) { add_node_uses(parameters, uses); }, node.parameters);
    }
    if (definition.settings.goal) { merge(uses, uses_of(*definition.settings.goal)); }
    if (definition.settings.exit_when) { merge(uses, uses_of(*definition.settings.exit_when)); }
    return uses;
}

}  // namespace tradewind::domain
