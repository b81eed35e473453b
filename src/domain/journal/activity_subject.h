#pragma once

#include <string_view>

#include "base/id.h"
#include "domain/journal/activity.h"

namespace tradewind::domain {

// What a journalled activity is about, as its data tells: an event type, a segment, a coupon set, a workflow; 0 for
// nothing. Throws when the data is damaged.
base::Id subject_of(ActivityKind kind, std::string_view data);

}  // namespace tradewind::domain
