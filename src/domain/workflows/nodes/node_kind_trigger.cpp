#include "domain/workflows/nodes/node_kind.h"

#include <array>

#include "domain/fields/kinds/field_kind.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/operand_reader.h"
#include "domain/filters/parse_filter.h"

namespace tradewind::domain {
namespace {

constexpr NodeParameter from_imports{.name = "fromImports", .type = ParameterType::Boolean};
constexpr NodeParameter purchase_parameters[]{{.name = "where", .type = ParameterType::Where}, from_imports};
constexpr NodeParameter event_parameters[]{
    {.name = "event", .type = ParameterType::EventType, .is_required = true},
    {.name = "where", .type = ParameterType::Where},
    from_imports,
};
constexpr NodeParameter plain_parameters[]{from_imports};
constexpr NodeParameter field_parameters[]{
    {.name = "field", .type = ParameterType::Field, .is_required = true},
    {.name = "from", .type = ParameterType::Value},
    {.name = "to", .type = ParameterType::Value},
    from_imports,
};
constexpr std::array<std::string_view, 2> channel_words{"newsletter", "sms"};
constexpr NodeParameter subscription_parameters[]{
    {.name = "channel", .type = ParameterType::Channel, .words = channel_words}, from_imports};
constexpr NodeParameter segment_parameters[]{{.name = "segment", .type = ParameterType::Segment, .is_required = true},
                                             from_imports};
constexpr NodeParameter coupon_parameters[]{{.name = "couponSetId", .type = ParameterType::CouponSet}, from_imports};

constexpr std::array<std::string_view, 2> channel_fields{"_newsletterSubscriptionStatus", "_smsSubscriptionStatus"};

// A value of the field as it is kept, as JSON; null: not set.
std::optional<std::string> read_field_value(NodeReader& reader, const ContactField& field, std::string_view name) {
    const auto value = reader.object().find(name);
    if (!value) { return std::nullopt; }
    if (value->is_null()) { return "null"; }
    const auto read = kind_of(field.type).read(*value, field);
    if (!read) {
        const auto& problem = read.error().problems.front();
        reader.add("/" + std::string(name) + problem.path, incident_codes::invalid, problem.reason);
        return std::nullopt;
    }
    std::string json;
    base::JsonWriter writer(json);
    kind_of(field.type).write(writer, read.value());
    return json;
}

void read_changed_field(NodeReader& reader, TriggerNode& trigger) {
    const auto* const field = reader.field("field", Presence::Required);
    if (field == nullptr) { return; }
    trigger.field = name_of(*field);
    trigger.from = read_field_value(reader, *field, "from");
    trigger.to = read_field_value(reader, *field, "to");
}

void read_subscription(NodeReader& reader, TriggerNode& trigger) {
    const auto channel = reader.word("channel", channel_words).value_or(0);
    trigger.field = {.field = std::string(channel_fields[channel])};
    trigger.to = trigger.kind == NodeKind::OnSubscribed ? "\"subscribed\"" : "\"unsubscribed\"";
}

void read_happened(NodeReader& reader, TriggerNode& trigger, HistoryTest::Of of) {
    auto happened = parse_happening(reader.object(), of, reader.names().filters, reader.path());
    if (!happened) { return reader.add(happened.error().problems); }
    trigger.happened = std::move(happened).take();
}

HistoryTest activity_of_kind(ActivityKind kind, base::Id subject = {}) {
    return {.of = HistoryTest::Of::Activity, .kind = kind, .subject = subject};
}

template <NodeKind kind>
void read_trigger_node(NodeReader& reader, Node& node) {
    node.parameters = read_trigger(reader, kind);
}

// A run only passes one on its way in.
NodeResult pass_trigger(const NodeVisit&) {
    return {};
}

template <NodeKind kind>
constexpr NodeKindRow trigger_row(std::string_view word, std::span<const NodeParameter> parameters) {
    return {.kind = kind,
            .word = word,
            .role = NodeRole::Trigger,
            .parameters = parameters,
            .ports = std::span(&only_port, 1),
            .is_read_first = true,
            .read = read_trigger_node<kind>,
            .visit = pass_trigger};
}

constexpr std::array<NodeKindRow, 9> trigger_rows{
    trigger_row<NodeKind::OnPurchase>("on-purchase", purchase_parameters),
    trigger_row<NodeKind::OnEvent>("on-event", event_parameters),
    trigger_row<NodeKind::OnContactCreated>("on-contact-created", plain_parameters),
    trigger_row<NodeKind::OnFieldChanged>("on-field-changed", field_parameters),
    trigger_row<NodeKind::OnSubscribed>("on-subscribed", subscription_parameters),
    trigger_row<NodeKind::OnUnsubscribed>("on-unsubscribed", subscription_parameters),
    trigger_row<NodeKind::OnSegmentEntered>("on-segment-entered", segment_parameters),
    trigger_row<NodeKind::OnSegmentLeft>("on-segment-left", segment_parameters),
    trigger_row<NodeKind::OnCouponAssigned>("on-coupon-assigned", coupon_parameters),
};

}  // namespace

std::span<const NodeKindRow> trigger_kinds() {
    return trigger_rows;
}

TriggerNode read_trigger(NodeReader& reader, NodeKind kind) {
    TriggerNode trigger{.kind = kind};
    trigger.from_imports = reader.boolean(from_imports.name, false);
    switch (kind) {
        case NodeKind::OnPurchase:
            read_happened(reader, trigger, HistoryTest::Of::Purchases);
            break;
        case NodeKind::OnEvent:
            read_happened(reader, trigger, HistoryTest::Of::Event);
            break;
        case NodeKind::OnContactCreated:
            trigger.happened = activity_of_kind(ActivityKind::ContactCreated);
            break;
        case NodeKind::OnFieldChanged:
            read_changed_field(reader, trigger);
            break;
        case NodeKind::OnSubscribed:
        case NodeKind::OnUnsubscribed:
            read_subscription(reader, trigger);
            break;
        case NodeKind::OnSegmentEntered:
        case NodeKind::OnSegmentLeft:
            trigger.happened = activity_of_kind(kind == NodeKind::OnSegmentEntered ? ActivityKind::ContactEnteredSegment
                                                                                   : ActivityKind::ContactExitedSegment,
                                                reader.segment("segment", Presence::Required).value_or(base::Id{}));
            break;
        case NodeKind::OnCouponAssigned:
            trigger.happened =
                activity_of_kind(ActivityKind::CouponAssigned,
                                 reader.id("couponSetId", reader.names().filters.coupon_set_name).value_or(base::Id{}));
            break;
        default:
            break;
    }
    return trigger;
}

}  // namespace tradewind::domain
