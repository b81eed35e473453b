#include "domain/workflows/simulated_facts.h"

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "base/json_writer.h"
#include "domain/fields/kinds/field_kind.h"
#include "domain/shop/contact_totals.h"
#include "domain/workflows/changed_values.h"
#include "domain/workflows/nodes/field_values.h"

namespace tradewind::domain {
namespace {

std::string object_with(std::string_view key, std::string_view text) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key(key);
    writer.string(text);
    writer.end_object();
    return json;
}

}  // namespace

SimulatedFacts::SimulatedFacts(SimulatedContact contact, const ContactFieldList& fields)
    : known_(std::move(contact)), fields_(fields) {
    for (const auto& activity : known_.facts.activities) { number_ = std::max(number_, activity.id.number); }
}

Happening& SimulatedFacts::journal(ActivityKind kind, base::Instant at, std::string data) {
    Activity activity{
        .id = {++number_}, .contact = known_.facts.person.id, .kind = kind, .at = at, .data = std::move(data)};
    known_.facts.activities.push_back(activity);
    happened_.push_back({.number = number_, .at = at, .journalled_at = at, .activity = std::move(activity)});
    return happened_.back();
}

Happening SimulatedFacts::take(const SimulatedEvent& event, base::Instant now) {
    std::string data;
    base::JsonWriter writer(data);
    writer.begin_object();
    writer.key("eventTypeId");
    writer.string(event.type.text());
    writer.key("values");
    writer.raw(event.values);
    writer.end_object();
    return journal(ActivityKind::CustomEvent, now, std::move(data));
}

Happening SimulatedFacts::take(Purchase purchase, base::Instant now) {
    const auto before = known_.facts.person;
    purchase.purchased_at = now;
    purchase.contact = before.id;
    auto& happening = journal(ActivityKind::Purchase, now, "{}");
    purchase.id = {happening.number};
    purchase.activity = happening.activity->id;
    // A sum that is too large stays as it was.
    auto after = before;
    if (add_to_totals(after, purchase)) { known_.facts.person = std::move(after); }
    happening.changed = changed_values(before, known_.facts.person, fields_);
    happening.purchase = purchase;
    known_.facts.purchases.push_back(std::move(purchase));
    return happening;
}

Happening SimulatedFacts::change(const Contact& before, base::Instant now) {
    auto& happening = journal(ActivityKind::ContactUpdated, now, "{}");
    happening.changed = changed_values(before, known_.facts.person, fields_);
    return happening;
}

Happening SimulatedFacts::take(const ContactPatch& patch, base::Instant now) {
    const auto before = known_.facts.person;
    apply(patch, known_.facts.person, fields_);
    return change(before, now);
}

std::optional<Happening> SimulatedFacts::set_field(const SetFieldEffect& effect, base::Instant now) {
    const auto* const field = find_field(fields_, effect.field);
    if (field == nullptr) { return std::nullopt; }
    auto json = effect.json;
    if (effect.add) {
        auto sum = sum_json(*field, field_json(known_.facts.person, fields_, effect.field.field), *effect.add);
        if (!sum) { return std::nullopt; }
        json = std::move(sum).take();
    }
    const auto document = base::JsonDocument::parse(json);
    if (!document) { return std::nullopt; }
    ContactPatch patch;
    if (document.value().root().is_null()) {
        patch.entries.push_back({.field = field, .value = {}});
    } else {
        auto value = kind_of(field->type).read(document.value().root(), *field);
        if (!value) { return std::nullopt; }
        patch.entries.push_back({.field = field, .value = std::move(value).take()});
    }
    const auto before = known_.facts.person;
    apply(patch, known_.facts.person, fields_);
    if (before == known_.facts.person) { return std::nullopt; }
    return change(before, now);
}

std::optional<Happening> SimulatedFacts::change_membership(const SegmentEffect& effect, base::Instant now) {
    auto& segments = known_.facts.segments;
    const bool is_new =
        effect.adds ? segments.insert(effect.segment.number).second : segments.erase(effect.segment.number) > 0;
    if (!is_new) { return std::nullopt; }
    return journal(effect.adds ? ActivityKind::ContactEnteredSegment : ActivityKind::ContactExitedSegment, now,
                   object_with("segmentId", effect.segment.text()));
}

std::string SimulatedFacts::give_coupon(base::Id set) {
    return known_.coupons.try_emplace(set.number, "SIMULATED-" + std::to_string(known_.coupons.size() + 1))
        .first->second;
}

void SimulatedFacts::count_use(const std::string& node, base::Instant now) {
    auto& use = uses_[node];
    ++use.for_contact;
    ++use.in_all;
    use.last_for_contact = now;
}

std::optional<Happening> SimulatedFacts::happening(const LeftValues& left) {
    const auto found = std::ranges::find(happened_, left.activity.number, &Happening::number);
    return found == happened_.end() ? std::nullopt : std::optional(*found);
}

std::vector<Happening> SimulatedFacts::happenings_since(std::int64_t number, const TriggerNode&) {
    std::vector<Happening> found;
    std::ranges::copy_if(happened_, std::back_inserter(found),
                         [&](const Happening& happening) { return happening.number > number; });
    return found;
}

std::optional<std::string> SimulatedFacts::coupon_of_contact(base::Id set) {
    const auto found = known_.coupons.find(set.number);
    return found == known_.coupons.end() ? std::nullopt : std::optional(found->second);
}

NodeUse SimulatedFacts::use_of(const Node& node) {
    return uses_[node.id];
}

}  // namespace tradewind::domain
