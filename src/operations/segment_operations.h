#pragma once

#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/segments/segment.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// Invalid when there are as many as there may be.
base::Result<domain::Segment> create_segment(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, const domain::Segment& wanted);
// The segment as it is now; NotFound when there is none. Its kind stays.
base::Result<domain::Segment> change_segment(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, base::Id id,
                                             const domain::Patch<domain::Segment>& patch);
// Nobody is in it any more; that is not told as leaving it. NotFound when there is none.
base::Result<void> delete_segment(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  base::Id id);

// What is said of a segment that is not there.
base::Error unknown_segment();

}  // namespace tradewind::operations
