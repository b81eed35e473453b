#include "operations/segment_uses.h"

#include <algorithm>
#include <set>

#include "domain/filters/filter_places.h"
#include "domain/filters/filter_topics.h"
#include "operations/used_by.h"

namespace tradewind::operations {
namespace {

using domain::FilterUses;
using storage::Definitions;
using storage::KnownSegment;
using storage::KnownWorkflow;

template <class Named>
domain::FilterNames::NameOf name_of(const std::vector<Named>& all) {
    return [&all](base::Id id) {
        const auto place = std::ranges::lower_bound(all, id, {}, &Named::id);
        return place == all.end() || place->id != id ? std::nullopt : std::optional(place->name);
    };
}

// Those that use something, `uses(FilterUses)`, whose name in filters is `text`.
template <class Uses>
std::vector<const KnownSegment*> segments_with(const Definitions& definitions, std::string_view text, Uses uses) {
    const auto names = filter_names(definitions);
    std::vector<const KnownSegment*> found;
    for (const auto& segment : definitions.segments) {
        if (uses(uses_with(segment, names, text))) { found.push_back(&segment); }
    }
    return found;
}

Users told(const std::vector<const KnownSegment*>& segments) {
    Users users;
    for (const auto* const segment : segments) { users.push_back("segment \"" + segment->name + '"'); }
    return users;
}

// The workflows that name something in a version at work, each once.
std::vector<const KnownWorkflow*> workflows_with(storage::Transaction& transaction, const Definitions& definitions,
                                                 const storage::WorkflowUse& use) {
    std::vector<const KnownWorkflow*> found;
    for (const auto& [workflow, version] : versions_at_work(transaction, definitions, use)) {
        if (std::ranges::find(found, workflow) == found.end()) { found.push_back(workflow); }
    }
    return found;
}

void add_workflows(storage::Transaction& transaction, const Definitions& definitions, const storage::WorkflowUse& use,
                   Users& users) {
    for (const auto* const workflow : workflows_with(transaction, definitions, use)) {
        auto told_as = "workflow \"" + workflow->name + '"';
        if (std::ranges::find(users, told_as) == users.end()) { users.push_back(std::move(told_as)); }
    }
}

// The definitions of this transaction, which nobody else changes before it ends.
std::shared_ptr<const Definitions> lock_and_read(storage::Transaction& transaction,
                                                 const std::shared_ptr<const Definitions>& known) {
    transaction.lock_definitions();
    return storage::definitions_in(transaction, known);
}

// The segment itself and all whose filters name one of these.
std::set<base::Id> all_naming(const Definitions& definitions, base::Id segment) {
    std::set<base::Id> found{segment};
    for (std::vector<base::Id> open{segment}; !open.empty();) {
        const auto named = open.back();
        open.pop_back();
        for (const auto* const user : segments_naming(definitions, named)) {
            if (found.insert(user->id).second) { open.push_back(user->id); }
        }
    }
    return found;
}

}  // namespace

domain::FilterNames filter_names(const Definitions& definitions) {
    return {.fields = definitions.contact_fields,
            .events = definitions.custom_events,
            .segment_name = name_of(definitions.segments),
            .coupon_set_name = name_of(definitions.coupon_sets),
            .workflow_name = name_of(definitions.workflows)};
}

base::Result<void> check_named_segments(const domain::Filter& filter, const Definitions& definitions) {
    for (const auto id : domain::uses_of(filter).segments) {
        const auto* const segment = definitions.find_segment(id);
        if (segment != nullptr && !segment->member_set) {
            return base::conflict("The segment \"" + segment->name +
                                  "\" has no members yet: its first build has not ended.");
        }
    }
    return {};
}

std::vector<base::Problem> circles(const Definitions& definitions, base::Id segment, const domain::Filter& filter,
                                   std::string_view path) {
    const auto named = domain::named_segments(filter, path);
    if (named.empty()) { return {}; }
    const auto users = all_naming(definitions, segment);
    std::vector<base::Problem> problems;
    for (const auto& place : named) {
        if (!users.contains(place.segment)) { continue; }
        problems.push_back({.path = place.path, .reason = "would make a circle: that segment depends on this one"});
    }
    return problems;
}

std::vector<const KnownSegment*> segments_naming(const Definitions& definitions, base::Id id) {
    return segments_with(definitions, id.text(), [id](const FilterUses& uses) {
        return uses.event_types.contains(id) || uses.segments.contains(id) || uses.coupon_sets.contains(id) ||
               uses.workflows.contains(id);
    });
}

std::vector<const KnownWorkflow*> workflows_naming_segment(storage::Transaction& transaction,
                                                           const Definitions& definitions, base::Id segment) {
    return workflows_with(transaction, definitions, {.kind = "segments", .id = segment.number});
}

base::Result<void> check_active_users(storage::Transaction& transaction, const Definitions& definitions,
                                      base::Id segment, const domain::ScopeSet& scopes) {
    if (scopes.has(domain::Scope::WorkflowRun) || scopes.has(domain::Scope::Admin)) { return {}; }
    for (const auto id : all_naming(definitions, segment)) {
        for (const auto* const workflow : workflows_naming_segment(transaction, definitions, id)) {
            if (workflow->status != domain::WorkflowStatus::Active) { continue; }
            return base::Error{.kind = base::ErrorKind::Forbidden,
                               .detail = "The workflow \"" + workflow->name +
                                         "\" is active and acts by this segment. Changing who is in it needs the "
                                         "scope workflow:run."};
        }
    }
    return {};
}

Users users_of(storage::Transaction& transaction, const std::shared_ptr<const Definitions>& known, base::Id id) {
    const auto definitions = lock_and_read(transaction, known);
    auto users = told(segments_naming(*definitions, id));
    for (const auto* const kind : {"custom_event_types", "segments", "coupon_sets", "workflows"}) {
        add_workflows(transaction, *definitions, {.kind = kind, .id = id.number}, users);
    }
    return users;
}

Users users_of_field(storage::Transaction& transaction, const std::shared_ptr<const Definitions>& known,
                     std::string_view id) {
    const auto definitions = lock_and_read(transaction, known);
    const auto* const field = definitions->contact_fields.find(id);
    if (field == nullptr || !field->custom) { return {}; }
    auto users = told(segments_with(*definitions, "f" + std::to_string(field->number),
                                    [&](const FilterUses& uses) { return uses.fields.contains(field->number); }));
    add_workflows(transaction, *definitions, {.kind = "contact_fields", .id = field->number}, users);
    return users;
}

Users users_of_integration(storage::Transaction& transaction, const std::shared_ptr<const Definitions>& known,
                           base::Id id) {
    const auto definitions = lock_and_read(transaction, known);
    std::set<const KnownSegment*> segments;
    for (const auto& type : definitions->custom_events.types()) {
        if (type->integration != id) { continue; }
        for (const auto* const segment : segments_naming(*definitions, type->id)) { segments.insert(segment); }
    }
    auto users = told({segments.begin(), segments.end()});
    for (const auto& type : definitions->custom_events.types()) {
        if (type->integration != id) { continue; }
        add_workflows(transaction, *definitions, {.kind = "custom_event_types", .id = type->id.number}, users);
    }
    return users;
}

base::Error in_use(std::string_view thing, const Users& users) {
    std::string text;
    for (const auto& user : users) {
        if (!text.empty()) { text += &user == &users.back() ? " and " : ", "; }
        text += user;
    }
    return base::conflict(std::string(thing) + " is used by " + text + ".");
}

}  // namespace tradewind::operations
