#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/id.h"
#include "domain/journal/activity.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// The last to happen of all contacts, the last first, with nothing but time, id, kind and contact. Up to so many are
// looked at by their id and as many by a time of their own, so that it takes the same however many there are.
std::vector<domain::Activity> newest_activities(Transaction& transaction, std::int64_t rows_max);

// The id of the last one that came in at its own time; another one once somebody did something. What is told of days to
// come does not hide it.
std::optional<base::Id> newest_activity(Transaction& transaction);

}  // namespace tradewind::storage
