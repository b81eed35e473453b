#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "domain/activity.h"
#include "domain/list_page.h"
#include "storage/transaction.h"

namespace tradewind::storage {

// The kinds of activities that something waits for.
using ActivityListeners = std::bitset<domain::activity_kind_words.size()>;
ActivityListeners all_activity_listeners(Transaction& transaction);
void add_activity_listener(Transaction& transaction, domain::ActivityKind kind);

void insert_activity(Transaction& transaction, const domain::Activity& activity);
// Hands it to the engine.
void queue_activity(Transaction& transaction, const domain::Activity& activity);

// Those of one contact, the last to happen first.
domain::Page<domain::Activity> list_activities(Transaction& transaction, base::Id contact,
                                               const domain::PageRequest& page);
// With what waits for the engine.
void delete_activities(Transaction& transaction, base::Id contact);
// Where one activity is kept.
struct ActivityPlace {
    base::Id contact;
    base::Instant at;
    base::Id id;
};
void delete_activity(Transaction& transaction, const ActivityPlace& place);

}  // namespace tradewind::storage
