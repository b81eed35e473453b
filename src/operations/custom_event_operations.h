#pragma once

#include <vector>

#include "base/result.h"
#include "base/sources.h"
#include "domain/events/custom_event.h"
#include "domain/journal/activity.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What becomes of an event whose address nobody has.
enum class UnknownContact { Refused, Created };

// Journals events, each for the contact that has its address: one outcome for each, in their order. E0501 for one that
// is refused; the others are journalled all the same. The events were read by these definitions.
std::vector<base::Result<domain::Activity>> record_custom_events(storage::Transaction& transaction,
                                                                 base::Sources& sources,
                                                                 const storage::Definitions& definitions,
                                                                 const std::vector<domain::CustomEvent>& events,
                                                                 UnknownContact unknown);

}  // namespace tradewind::operations
