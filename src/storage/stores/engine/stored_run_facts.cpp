#include "storage/stores/engine/stored_run_facts.h"

#include <algorithm>

#include "base/json.h"
#include "base/json_writer.h"
#include "domain/workflows/changed_values.h"
#include "domain/workflows/happening.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/shop/coupon_set_store.h"
#include "storage/stores/shop/coupon_store.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::storage {
namespace {

constexpr std::int64_t looked_back_max = 1'000;
constexpr std::int64_t held_coupons_max = 1'000;

std::string json_of(const base::JsonValue& value) {
    std::string json;
    base::JsonWriter writer(json);
    base::write_json(writer, value);
    return json;
}

std::optional<base::JsonValue> object_in(const base::JsonValue& object, std::string_view name) {
    if (object.kind() != base::JsonKind::Object) { return std::nullopt; }
    const auto member = object.find(name);
    return member && member->kind() == base::JsonKind::Object ? member : std::nullopt;
}

// What `contact-updated` tells: old values only of what somebody waited for then.
std::vector<domain::ChangedValue> changed_in(std::string_view data) {
    std::vector<domain::ChangedValue> changed;
    const auto document = base::JsonDocument::parse(data);
    if (!document) { return changed; }
    const auto after = object_in(document.value().root(), "changes");
    const auto before = object_in(document.value().root(), "before");
    if (!after) { return changed; }
    for (const auto member : after->members()) {
        const auto old = before ? before->find(member.key) : std::nullopt;
        changed.push_back({.field = std::string(member.key),
                           .before = old ? json_of(*old) : std::string(),
                           .after = json_of(member.value)});
    }
    return changed;
}

// What a field that is kept with each moment was in this one, as JSON.
std::string value_then(std::string_view moment, const domain::ContactField& field) {
    const auto key = domain::moment_key(field).value_or("");
    const auto document = base::JsonDocument::parse(moment);
    const auto member = document ? document.value().root().find(key) : std::nullopt;
    if (member) { return json_of(*member); }
    std::string json;
    base::JsonWriter writer(json);
    writer.string(domain::unwritten_in_moment(key));
    return json;
}

base::Id purchase_in(std::string_view data) {
    const auto document = base::JsonDocument::parse(data);
    if (!document || document.value().root().kind() != base::JsonKind::Object) { return {}; }
    const auto member = document.value().root().find("id");
    if (!member || member->kind() != base::JsonKind::String) { return {}; }
    const auto id = base::Id::parse(member->string());
    return id && id.value() ? *id.value() : base::Id{};
}

}  // namespace

domain::Happening StoredRunFacts::told_by(domain::Activity activity) {
    domain::Happening happening{.number = activity.id.number,
                                .at = activity.at,
                                .journalled_at = activity.id.made_at(),
                                .cause = activity.cause};
    if (activity.kind == domain::ActivityKind::Purchase) {
        happening.purchase = find_purchase(transaction_, purchase_in(activity.data));
    } else if (activity.kind == domain::ActivityKind::ContactUpdated) {
        happening.changed = changed_in(activity.data);
    } else if (activity.kind == domain::ActivityKind::ContactCreated) {
        happening.changed = domain::first_values(contact_, definitions_.contact_fields);
        for (auto& value : happening.changed) {
            value.after = value_then(activity.moment, *definitions_.contact_fields.find(value.field));
        }
    }
    happening.activity = std::move(activity);
    return happening;
}

domain::Happening StoredRunFacts::happening_of(const QueuedChange& queued) {
    domain::Happening happening{
        .number = queued.number, .journalled_at = base::Id{queued.number}.made_at(), .cause = queued.cause};
    happening.at = happening.journalled_at;
    if (queued.change.kind && queued.at) {
        auto activity =
            find_activity(transaction_, {.contact = queued.contact, .at = *queued.at, .id = {queued.number}});
        if (activity) { happening = told_by(std::move(*activity)); }
        happening.cause = queued.cause;
    }
    // What the service found out by itself has no old value.
    for (const auto& field : queued.change.fields) {
        if (std::ranges::find(happening.changed, field, &domain::ChangedValue::field) != happening.changed.end()) {
            continue;
        }
        happening.changed.push_back(
            {.field = field, .before = {}, .after = domain::field_json(contact_, definitions_.contact_fields, field)});
    }
    return happening;
}

std::optional<domain::Happening> StoredRunFacts::happening(const domain::LeftValues& left) {
    auto activity = find_activity(transaction_, {.contact = contact_.id, .at = left.at, .id = left.activity});
    return activity ? std::optional(told_by(std::move(*activity))) : std::nullopt;
}

std::vector<domain::Happening> StoredRunFacts::happenings_since(std::int64_t number,
                                                                const domain::TriggerNode& trigger) {
    const auto kind = trigger.is_change_of_field()                                ? domain::ActivityKind::ContactUpdated
                      : trigger.happened.of == domain::HistoryTest::Of::Purchases ? domain::ActivityKind::Purchase
                      : trigger.happened.of == domain::HistoryTest::Of::Event     ? domain::ActivityKind::CustomEvent
                                                                                  : trigger.happened.kind;
    std::vector<domain::Happening> found;
    for (auto& activity : activities_since(transaction_, contact_.id, kind, number, looked_back_max)) {
        found.push_back(told_by(std::move(activity)));
    }
    return found;
}

bool StoredRunFacts::has_coupon(base::Id set) {
    const auto found = find_coupon_set(transaction_, set);
    return found && !found->is_expired(now_) && found->available().value_or(1) > 0;
}

std::optional<std::string> StoredRunFacts::coupon_of_contact(base::Id set) {
    const auto held = coupons_of_contact(transaction_, contact_.id, held_coupons_max);
    const auto found = std::ranges::find(held, set, &HeldCoupon::set);
    return found == held.end() ? std::nullopt : std::optional(found->code);
}

domain::NodeUse StoredRunFacts::use_of(const domain::Node& node) {
    const auto own = node_uses(transaction_, contact_.id, workflow_, node.id);
    return {.for_contact = own.uses,
            .in_all = node.limits.total ? node_total(transaction_, workflow_, node.id) : 0,
            .last_for_contact = own.last_at};
}

}  // namespace tradewind::storage
