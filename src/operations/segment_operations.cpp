#include "operations/segment_operations.h"

#include <algorithm>

#include "operations/audit.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::operations {
base::Result<domain::Segment> create_segment(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, const domain::Segment& wanted) {
    transaction.lock_definitions();
    if (storage::count_segments(transaction) >= static_cast<std::int64_t>(domain::segments_max)) {
        return base::invalid(
            "/name", "there are " + std::to_string(domain::segments_max) + " segments already, the most allowed");
    }
    auto created = wanted;
    created.id = sources.ids.next();
    created.created_at = sources.made_at(created.id);
    created.updated_at = created.created_at;
    storage::insert_segment(transaction, created);
    audit(transaction, sources, actor, {.action = "segment.create", .subject = created.id.text()});
    return created;
}

base::Result<domain::Segment> change_segment(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, base::Id id,
                                             const domain::Patch<domain::Segment>& patch) {
    transaction.lock_definitions();
    const auto before = storage::find_segment(transaction, id);
    if (!before) { return unknown_segment(); }
    auto after = *before;
    domain::apply(domain::segment_fields, patch, after);
    if (after.kind != before->kind) { return base::invalid("/kind", "cannot be changed"); }
    const auto changed = domain::changed_fields(domain::segment_fields, *before, after);
    if (changed.empty()) { return after; }
    after.updated_at = std::max(sources.clock.now(), after.created_at);
    storage::update_segment(transaction, after);
    audit(transaction, sources, actor,
          {.action = "segment.change", .subject = after.id.text(), .changes = {changed.begin(), changed.end()}});
    return after;
}

base::Result<void> delete_segment(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  base::Id id) {
    transaction.lock_definitions();
    const auto segment = storage::find_segment(transaction, id);
    if (!segment || !storage::delete_segment(transaction, id, sources.clock.now())) { return unknown_segment(); }
    audit(transaction, sources, actor, {.action = "segment.delete", .subject = segment->id.text()});
    return {};
}

base::Error unknown_segment() {
    return base::not_found("There is no segment with this id.");
}

}  // namespace tradewind::operations
