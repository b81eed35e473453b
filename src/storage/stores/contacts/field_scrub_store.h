#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "storage/database/transaction.h"
#include "storage/stores/contacts/activity_store.h"

namespace tradewind::storage {

// Finding and taking away what is left of deleted fields, by their numbers, in contacts and in the journal.

// One part of a walk over a table.
template <class Place>
struct ScrubSlice {
    std::vector<Place> found = {};  // Rows that hold such a value.
    Place last = {};                // Where the next slice goes on.
    bool is_end = false;
};

ScrubSlice<base::Id> find_contacts_with_fields(Transaction& transaction, std::span<const std::int64_t> numbers,
                                               base::Id after, std::int64_t rows);
ScrubSlice<ActivityPlace> find_activities_with_fields(Transaction& transaction, std::span<const std::int64_t> numbers,
                                                      const ActivityPlace& after, std::int64_t rows);

// Nothing happens when the row is gone or holds no such value any more.
void scrub_contact(Transaction& transaction, std::span<const std::int64_t> numbers, base::Id contact);
void scrub_activity(Transaction& transaction, std::span<const std::int64_t> numbers, const ActivityPlace& place);

}  // namespace tradewind::storage
