#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/sources.h"
#include "domain/filters/filter.h"
#include "domain/journal/actor.h"
#include "domain/journal/change.h"
#include "domain/segments/segment.h"
#include "operations/segment_uses.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/segment_build_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

using ChangeTopics = std::vector<domain::ChangeTopic>;

// What a dynamic segment goes by. It was validated against the definitions of this transaction.
struct SegmentFilter {
    std::string stored;                   // As it is kept.
    ChangeTopics topics;                  // The changes that can make it hold or not.
    std::vector<base::Id> segments = {};  // Those that it names.
};

SegmentFilter segment_filter(const domain::Filter& filter, const storage::Definitions& definitions);

// A dynamic one has a filter, and is built from now on; a static one has none. Invalid when there are as many as there
// may be.
base::Result<domain::Segment> create_segment(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, const domain::Segment& wanted,
                                             const std::optional<SegmentFilter>& filter = {});
// The segment as it is now; NotFound when there is none. Its kind stays. Another filter is built beside the members
// there are, who stay in force until it is whole; the one in force ends what is being built beside it.
base::Result<domain::Segment> change_segment(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, base::Id id,
                                             const domain::Patch<domain::Segment>& patch,
                                             const std::optional<SegmentFilter>& filter = {});
// Nobody is in it any more; that is not told as leaving it. NotFound when there is none. Conflict while something uses
// it; `users` are users_of() it.
base::Result<void> delete_segment(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  base::Id id, const Users& users);

// Finds the members of a dynamic segment anew, for the filter that is to be in force; `topics` are those of it.
// NotFound; Conflict for a static one.
base::Result<domain::Segment> rebuild_segment(storage::Transaction& transaction, base::Sources& sources,
                                              const domain::Actor& actor, base::Id id, const ChangeTopics& topics);
// Ends what is being built: the filter in force stays, whose topics these are. What was never in force has failed, and
// waits to be built again. NotFound; Conflict when nothing is being built.
base::Result<domain::Segment> cancel_segment_build(storage::Transaction& transaction, base::Sources& sources,
                                                   const domain::Actor& actor, base::Id id, const ChangeTopics& topics);

// The set is whole and in force from now on; `topics` are those of its filter. False when there is no such build any
// more, or when the differences of the one before are still being told.
bool finish_segment_build(storage::Transaction& transaction, const storage::BuildName& build,
                          const ChangeTopics& topics);
// The set cannot be made; `incidents` say why, a JSON array. What is in force stays, whose topics these are. False when
// there is no such build any more.
bool fail_segment_build(storage::Transaction& transaction, const storage::BuildName& build,
                        const std::string& incidents, const ChangeTopics& topics);

// What is said of a dynamic segment that was never built, when its members are asked for.
base::Error segment_without_members();
// What is said of a segment that is not there.
base::Error unknown_segment();

}  // namespace tradewind::operations
