#pragma once

#include "base/sources.h"
#include "engine/run_step.h"
#include "storage/database/transaction.h"

namespace tradewind::engine {

// Does what the nodes of a run do, in the transaction that writes the run; the contact is locked. A node that
// reached its limit meanwhile takes the run back to before it, to be decided on again; a set without a coupon makes it
// leave by `empty`.
void carry_out(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
               domain::Contact& contact, RunDecision& decision, const base::TimeZone& zone);

}  // namespace tradewind::engine
