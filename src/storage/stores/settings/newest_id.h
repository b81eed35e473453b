#pragma once

#include "base/id.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// The largest id of any row that is named by one; of an empty database the smallest there is. Whoever makes ids goes on
// above it: the clock may have been set back since it was made.
base::Id find_newest_id(Transaction& transaction);

}  // namespace tradewind::storage
