#include "operations/segment_operations.h"

#include "domain/filters/filter_topics.h"
#include "domain/filters/write_filter.h"
#include "operations/audit.h"
#include "operations/next_update.h"
#include "operations/segment_uses.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::operations {
namespace {

using domain::SegmentKind;

storage::ChangeListener listener_of(base::Id segment) {
    return {.kind = storage::ChangeListener::Kind::Segment, .id = segment};
}

// While a set is built beside the one in force, changes that either depends on are heard.
void add_topics(storage::Transaction& transaction, base::Id segment, const ChangeTopics& more) {
    auto topics = storage::change_topics_of(transaction, listener_of(segment));
    topics.insert(topics.end(), more.begin(), more.end());
    storage::set_change_topics(transaction, listener_of(segment), topics);
}

// A filter for those segments that have one, which names only segments that are there.
base::Result<void> check_filter(storage::Transaction& transaction, SegmentKind kind,
                                const std::optional<SegmentFilter>& filter) {
    if (!filter) { return {}; }
    if (kind == SegmentKind::Static) { return base::invalid("/filter", "is only for dynamic segments"); }
    for (const auto segment : filter->segments) {
        if (!storage::find_segment(transaction, segment)) {
            return base::invalid("/filter", "names a segment that does not exist");
        }
    }
    return {};
}

// False when it has this filter already.
bool change_filter(storage::Transaction& transaction, base::Sources& sources, const domain::Segment& segment,
                   const SegmentFilter& filter) {
    const auto places = storage::find_filter(transaction, segment.id, filter.stored);
    if (places.is_next || (places.is_in_force && !segment.next_filter)) { return false; }
    if (places.is_in_force) {
        storage::give_up_segment_build(transaction, segment, storage::NextFilter::Forgotten);
        storage::set_change_topics(transaction, listener_of(segment.id), filter.topics);
        return true;
    }
    storage::queue_segment_build(transaction, segment, filter.stored, sources.ids.next());
    add_topics(transaction, segment.id, filter.topics);
    return true;
}

base::Result<domain::Segment> lock_dynamic(storage::Transaction& transaction, base::Id id) {
    transaction.lock_definitions();
    auto segment = storage::lock_segment(transaction, id);
    if (!segment) { return unknown_segment(); }
    if (segment->kind == SegmentKind::Static) { return base::conflict("The members of this segment are not built."); }
    return std::move(*segment);
}

// Nothing when it was given up meanwhile.
std::optional<domain::Segment> lock_build(storage::Transaction& transaction, const storage::BuildName& build) {
    transaction.lock_definitions();
    auto segment = storage::lock_segment(transaction, build.segment);
    return segment && segment->next_set == build.set ? std::move(segment) : std::nullopt;
}

// Whether it may name somebody.
bool names_people(std::string_view stored_filter) {
    return std::ranges::any_of(domain::system_contact_fields(), [&](const domain::ContactField& field) {
        return field.type != domain::FieldType::Date && domain::is_personal(field) &&
               stored_filter.find('"' + field.id + '"') != std::string_view::npos;
    });
}

// The audit list outlives people, and so does not hold who somebody looked for.
domain::AuditedChange audited_filter(const std::string& before, const std::string& after) {
    if (names_people(before) || names_people(after)) { return {.field = "filter"}; }
    return domain::audited_change("filter", {.before = before, .after = after});
}

}  // namespace

SegmentFilter segment_filter(const domain::Filter& filter, const storage::Definitions& definitions) {
    const auto named = domain::uses_of(filter).segments;
    return {.stored = domain::filter_json(filter, filter_names(definitions), domain::FilterForm::Stored),
            .topics = domain::depends_on(filter),
            .segments = {named.begin(), named.end()}};
}

base::Result<domain::Segment> create_segment(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, const domain::Segment& wanted,
                                             const std::optional<SegmentFilter>& filter) {
    transaction.lock_definitions();
    if (wanted.kind == SegmentKind::Dynamic && !filter) { return base::invalid("/filter", "is required"); }
    TRY(check_filter(transaction, wanted.kind, filter));
    if (storage::count_segments(transaction) >= static_cast<std::int64_t>(domain::segments_max)) {
        return base::invalid(
            "/name", "there are " + std::to_string(domain::segments_max) + " segments already, the most allowed");
    }
    auto created = wanted;
    created.id = sources.ids.next();
    created.created_at = sources.made_at(created.id);
    created.updated_at = created.created_at;
    if (created.kind == SegmentKind::Static) { created.member_set = created.id; }
    storage::insert_segment(transaction, created);
    if (filter) { change_filter(transaction, sources, created, *filter); }
    audit(transaction, sources, actor, {.action = "segment.create", .subject = created.id.text()});
    return storage::find_segment(transaction, created.id).value();
}

base::Result<domain::Segment> change_segment(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, base::Id id,
                                             const domain::Patch<domain::Segment>& patch,
                                             const std::optional<SegmentFilter>& filter) {
    transaction.lock_definitions();
    const auto before = filter ? storage::lock_segment(transaction, id) : storage::find_segment(transaction, id);
    if (!before) { return unknown_segment(); }
    auto after = *before;
    domain::apply(domain::segment_fields, patch, after);
    if (after.kind != before->kind) { return base::invalid("/kind", "cannot be changed"); }
    TRY(check_filter(transaction, before->kind, filter));
    auto changed = domain::audited_changes(domain::segment_fields, *before, after);
    if (filter && change_filter(transaction, sources, *before, *filter)) {
        const auto& replaced = before->next_filter ? before->next_filter : before->stored_filter;
        changed.push_back(audited_filter(replaced.value_or("null"), filter->stored));
    }
    if (changed.empty()) { return after; }
    after.updated_at = next_update(sources, before->updated_at);
    storage::update_segment(transaction, after);
    audit(transaction, sources, actor,
          {.action = "segment.change", .subject = after.id.text(), .changes = std::move(changed)});
    return storage::find_segment(transaction, id).value();
}

base::Result<void> delete_segment(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  base::Id id, const Users& users) {
    transaction.lock_definitions();
    const auto segment = storage::lock_segment(transaction, id);
    if (!segment) { return unknown_segment(); }
    if (!users.empty()) { return in_use("The segment", users); }
    storage::delete_segment(transaction, *segment);
    if (segment->kind == SegmentKind::Dynamic) { storage::set_change_topics(transaction, listener_of(id), {}); }
    audit(transaction, sources, actor, {.action = "segment.delete", .subject = segment->id.text()});
    return {};
}

base::Result<domain::Segment> rebuild_segment(storage::Transaction& transaction, base::Sources& sources,
                                              const domain::Actor& actor, base::Id id, const ChangeTopics& topics) {
    const auto segment = TRY(lock_dynamic(transaction, id));
    const auto& filter = segment.next_filter ? segment.next_filter : segment.stored_filter;
    storage::queue_segment_build(transaction, segment, filter.value(), sources.ids.next());
    add_topics(transaction, id, topics);
    audit(transaction, sources, actor, {.action = "segment.rebuild", .subject = id.text()});
    return storage::find_segment(transaction, id).value();
}

base::Result<domain::Segment> cancel_segment_build(storage::Transaction& transaction, base::Sources& sources,
                                                   const domain::Actor& actor, base::Id id,
                                                   const ChangeTopics& topics) {
    const auto segment = TRY(lock_dynamic(transaction, id));
    // What failed before anything was in force has nothing to go back to.
    if (!segment.next_set && !(segment.next_filter && segment.member_set)) {
        return base::conflict("The segment is not being built.");
    }
    storage::give_up_segment_build(transaction, segment, storage::NextFilter::Forgotten);
    storage::set_change_topics(transaction, listener_of(id), topics);
    if (segment.next_filter) {
        auto after = segment;
        after.updated_at = next_update(sources, segment.updated_at);
        storage::update_segment(transaction, after);
    }
    audit(transaction, sources, actor, {.action = "segment.cancel-build", .subject = id.text()});
    return storage::find_segment(transaction, id).value();
}

bool finish_segment_build(storage::Transaction& transaction, const storage::BuildName& build,
                          const ChangeTopics& topics) {
    const auto segment = lock_build(transaction, build);
    if (!segment || segment->told_set) { return false; }
    storage::finish_segment_build(transaction, *segment);
    storage::set_change_topics(transaction, listener_of(segment->id), topics);
    return true;
}

bool fail_segment_build(storage::Transaction& transaction, const storage::BuildName& build,
                        const std::string& incidents, const ChangeTopics& topics) {
    const auto segment = lock_build(transaction, build);
    if (!segment) { return false; }
    storage::give_up_segment_build(transaction, *segment, storage::NextFilter::Kept);
    storage::set_segment_incidents(transaction, segment->id, incidents);
    storage::set_change_topics(transaction, listener_of(segment->id), topics);
    return true;
}

base::Error segment_without_members() {
    return base::conflict("The segment has no members yet: its first build has not ended.");
}

base::Error unknown_segment() {
    return base::not_found("There is no segment with this id.");
}

}  // namespace tradewind::operations
