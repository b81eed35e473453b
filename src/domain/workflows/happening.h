#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "domain/filters/evaluate.h"
#include "domain/filters/filter_names.h"
#include "domain/journal/activity.h"
#include "domain/journal/change.h"
#include "domain/shop/purchase.h"
#include "domain/workflows/definition.h"

namespace tradewind::domain {

// A field that became different. Values are JSON, null when it is not set.
struct ChangedValue {
    std::string field;  // As in Change::fields.
    std::string before = "null";
    std::string after = "null";
};

// One thing that happened to a contact, as triggers see it: a change of the queue with the activity that tells of it.
struct Happening {
    std::int64_t number = 0;  // Of the change, in the order of the contact's journal.
    base::Instant at = {};    // Its moment.
    base::Instant journalled_at = {};
    std::optional<Activity> activity = {};
    std::optional<Purchase> purchase = {};   // That the activity tells of; nothing when it is gone.
    std::vector<ChangedValue> changed = {};  // Nothing of a new contact but its subscriptions.
    Cause cause = {};
};

// Whether it is what the trigger waits for. `fromImports` and age are not looked at.
bool fits(const TriggerNode& trigger, const Happening& happening, const EvaluationTime& time);

// Whether what the cause makes starts runs and ends waits of this trigger.
bool may_wake(const TriggerNode& trigger, const Cause& cause);

// A value that every node of a kind leaves.
struct FixedValue {
    std::string_view name;
    ValueKind kind;
};
// Those of a kind, whatever its parameters say. What they say can add more, or all.
std::span<const FixedValue> fixed_values(NodeKind kind);

// What it leaves for later nodes: a JSON object.
std::string values_of(const TriggerNode& trigger, const Happening& happening);
// What stands under a name in that object; nothing when there is no such name.
std::optional<TestedValue> value_in(const TriggerNode& trigger, std::string_view name, const FilterNames& names);
// The names that can be tested.
std::vector<std::string> value_names(const TriggerNode& trigger, const FilterNames& names);

// The changes that may be what the trigger waits for.
std::vector<ChangeTopic> depends_on(const TriggerNode& trigger);

}  // namespace tradewind::domain
