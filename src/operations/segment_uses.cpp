#include "operations/segment_uses.h"

#include <algorithm>
#include <set>

#include "domain/filters/filter_places.h"
#include "domain/filters/filter_topics.h"
#include "domain/filters/parse_filter.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_version_store.h"

namespace tradewind::operations {
namespace {

using domain::FilterUses;
using storage::Definitions;
using storage::KnownSegment;

template <class Named>
const Named* find_known(const std::vector<Named>& all, base::Id id) {
    const auto place = std::ranges::lower_bound(all, id, {}, &Named::id);
    return place == all.end() || place->id != id ? nullptr : &*place;
}

template <class Named>
domain::FilterNames::NameOf name_of(const std::vector<Named>& all) {
    return [&all](base::Id id) {
        const auto* const found = find_known(all, id);
        return found == nullptr ? std::nullopt : std::optional(found->name);
    };
}

// What both filters of a segment name. Only a filter with this text in quotes can name it: the others are not read.
FilterUses uses_with(const KnownSegment& segment, const domain::FilterNames& names, std::string_view text) {
    FilterUses uses;
    const auto quoted = '"' + std::string(text) + '"';
    for (const auto& kept : {segment.filter, segment.next_filter}) {
        if (!kept || kept->find(quoted) == std::string::npos) { continue; }
        const auto filter = domain::read_stored_filter(*kept, names);
        if (!filter) { continue; }  // Whoever builds it says so.
        auto more = domain::uses_of(filter.value());
        uses.fields.merge(more.fields);
        uses.event_types.merge(more.event_types);
        uses.segments.merge(more.segments);
        uses.coupon_sets.merge(more.coupon_sets);
        uses.workflows.merge(more.workflows);
    }
    return uses;
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

// Adds the workflows that name something in a version that is the newest, or that somebody is in.
void add_workflows(storage::Transaction& transaction, const Definitions& definitions, const storage::WorkflowUse& use,
                   Users& users) {
    for (const auto& version : storage::versions_using(transaction, use)) {
        const auto* const workflow = find_known(definitions.workflows, version.workflow);
        if (workflow == nullptr || workflow->status == domain::WorkflowStatus::Finished) { continue; }
        const bool is_at_work = workflow->version == version.version ||
                                storage::has_open_runs(transaction, version.workflow, version.version);
        auto told_as = "workflow \"" + workflow->name + '"';
        if (is_at_work && std::find(users.begin(), users.end(), told_as) == users.end()) {
            users.push_back(std::move(told_as));
        }
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

const KnownSegment* find_known_segment(const Definitions& definitions, base::Id id) {
    return find_known(definitions.segments, id);
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
    for (const auto& user : users) { text += (text.empty() ? "" : ", ") + user; }
    return base::conflict(std::string(thing) + " is used by " + text + ".");
}

}  // namespace tradewind::operations
