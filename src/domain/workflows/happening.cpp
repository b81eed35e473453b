#include "domain/workflows/happening.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/json_writer.h"
#include "domain/filters/filter_topics.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/history_test_fit.h"
#include "domain/filters/memory_facts.h"

namespace tradewind::domain {
namespace {

// Of a purchase, as its JSON names them.
constexpr std::array<FixedValue, 9> purchase_values{{
    {"id", ValueKind::Identifier},
    {"purchaseId", ValueKind::Identifier},
    {"totalPrice", ValueKind::Decimal},
    {"totalQuantity", ValueKind::Integer},
    {"cartId", ValueKind::Identifier},
    {"paymentMethod", ValueKind::Text},
    {"sourceType", ValueKind::Identifier},
    {"sourceName", ValueKind::Text},
    {"purchaseDate", ValueKind::Date},
}};
constexpr std::array<FixedValue, 1> segment_values{{{"segmentId", ValueKind::Identifier}}};
constexpr std::array<FixedValue, 2> coupon_values{
    {{"couponSetId", ValueKind::Identifier}, {"code", ValueKind::Identifier}}};
constexpr std::array<FixedValue, 1> code_values{{{"code", ValueKind::Identifier}}};
constexpr std::array<FixedValue, 2> subscription_values{{{"from", ValueKind::Radio}, {"to", ValueKind::Radio}}};

bool is_value(const std::optional<std::string>& wanted, const std::string& json) {
    return !wanted || *wanted == json;
}

const ChangedValue* find_changed(const TriggerNode& trigger, const Happening& happening) {
    const auto found = std::ranges::find(happening.changed, trigger.field.field, &ChangedValue::field);
    return found == happening.changed.end() ? nullptr : &*found;
}

// The activities that the trigger is about.
ActivityKind activity_of(const TriggerNode& trigger) {
    return trigger.happened.of == HistoryTest::Of::Purchases ? ActivityKind::Purchase
           : trigger.happened.of == HistoryTest::Of::Event   ? ActivityKind::CustomEvent
                                                             : trigger.happened.kind;
}

}  // namespace

std::span<const FixedValue> fixed_values(NodeKind kind) {
    switch (kind) {
        case NodeKind::OnPurchase:
            return purchase_values;
        case NodeKind::OnSubscribed:
        case NodeKind::OnUnsubscribed:
            return subscription_values;
        case NodeKind::OnSegmentEntered:
        case NodeKind::OnSegmentLeft:
            return segment_values;
        case NodeKind::OnCouponAssigned:
            return coupon_values;
        case NodeKind::AssignCoupon:
            return code_values;
        case NodeKind::Start:
        case NodeKind::OnEvent:
        case NodeKind::OnContactCreated:
        case NodeKind::OnFieldChanged:
        case NodeKind::Check:
        case NodeKind::Switch:
        case NodeKind::Wait:
        case NodeKind::WaitFor:
        case NodeKind::Split:
        case NodeKind::SetField:
        case NodeKind::AddToSegment:
        case NodeKind::RemoveFromSegment:
        case NodeKind::SendEvent:
        case NodeKind::Stop:
            return {};
    }
    return {};
}

bool fits(const TriggerNode& trigger, const Happening& happening, const EvaluationTime& time) {
    if (trigger.is_change_of_field()) {
        const auto* const changed = find_changed(trigger, happening);
        return changed != nullptr && changed->before != changed->after && is_value(trigger.from, changed->before) &&
               is_value(trigger.to, changed->after);
    }
    if (!happening.activity || happening.activity->kind != activity_of(trigger)) { return false; }
    MemoryFacts facts;
    if (trigger.happened.of == HistoryTest::Of::Purchases) {
        if (!happening.purchase) { return false; }  // It was deleted before anybody looked.
        facts.purchases.push_back(*happening.purchase);
        facts.purchases.back().purchased_at = time.now;
    } else {
        facts.activities.push_back(*happening.activity);
        facts.activities.back().at = time.now;
    }
    std::int64_t rows_left = 1;
    return fit_of(trigger.happened, facts, time, rows_left).holds;
}

bool may_wake(const TriggerNode& trigger, const Cause& cause) {
    return trigger.from_imports || starts_runs(cause.kind);
}

std::string values_of(const TriggerNode& trigger, const Happening& happening) {
    std::string json;
    base::JsonWriter writer(json);
    if (trigger.is_change_of_field()) {
        const auto* const changed = find_changed(trigger, happening);
        writer.begin_object();
        writer.key("from");
        writer.raw(changed == nullptr ? "null" : changed->before);
        writer.key("to");
        writer.raw(changed == nullptr ? "null" : changed->after);
        writer.end_object();
    } else if (trigger.happened.of == HistoryTest::Of::Purchases) {
        if (!happening.purchase) { return "{}"; }
        write_purchase(writer, *happening.purchase);
    } else if (!happening.activity) {
        return "{}";
    } else if (trigger.happened.of == HistoryTest::Of::Event) {
        const auto document = base::JsonDocument::parse(happening.activity->data);
        const auto values = document.ok() ? document.value().root().find("values") : std::nullopt;
        if (!values) { return "{}"; }
        base::write_json(writer, *values);
    } else {
        return happening.activity->data;
    }
    return json;
}

std::optional<TestedValue> value_in(const TriggerNode& trigger, std::string_view name, const FilterNames& names) {
    if (trigger.is_change_of_field()) {
        const auto* const field = find_field(names.fields, trigger.field);
        if (field == nullptr || (name != "from" && name != "to")) { return std::nullopt; }
        return TestedValue{.kind = value_kind_of(*field), .field = field};
    }
    if (trigger.happened.of == HistoryTest::Of::Event) {
        const auto* const type = names.events.find_type(trigger.happened.subject);
        if (type == nullptr) { return std::nullopt; }
        const auto field = std::ranges::find(type->fields, name, &CustomEventField::id);
        if (field == type->fields.end()) { return std::nullopt; }
        return TestedValue{.kind = value_kind_of(*field), .field = &*field};
    }
    const auto values = fixed_values(trigger.kind);
    const auto found = std::ranges::find(values, name, &FixedValue::name);
    return found == values.end() ? std::nullopt : std::optional(TestedValue{.kind = found->kind});
}

std::vector<std::string> value_names(const TriggerNode& trigger, const FilterNames& names) {
    if (trigger.is_change_of_field()) { return {"from", "to"}; }
    std::vector<std::string> found;
    if (trigger.happened.of == HistoryTest::Of::Event) {
        const auto* const type = names.events.find_type(trigger.happened.subject);
        if (type == nullptr) { return found; }
        for (const auto& field : type->fields) { found.push_back(field.id); }
        return found;
    }
    for (const auto& value : fixed_values(trigger.kind)) { found.emplace_back(value.name); }
    return found;
}

std::vector<ChangeTopic> depends_on(const TriggerNode& trigger) {
    if (trigger.is_change_of_field()) { return {{.kind = ChangeTopic::Kind::Field, .name = trigger.field.field}}; }
    return {{.kind = ChangeTopic::Kind::Activity,
             .name = std::string(word_of(activity_of(trigger))),
             .subject = trigger.happened.subject}};
}

}  // namespace tradewind::domain
