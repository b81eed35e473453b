#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/due_of_buckets.h"

namespace tradewind::storage {

// When the answer of a filter can differ for a contact although nothing happens: a row for a contact and a set. Whoever
// changes it has locked the contact. Rows of a set that is not used any more go with it.

struct SegmentTime {
    base::Id contact;
    base::Id set;
    base::Instant changes_at;

    friend bool operator==(const SegmentTime&, const SegmentTime&) = default;
};

// Nothing: it does not change by itself. Writes only when that is something else than before.
void set_segment_time(Transaction& transaction, base::Id contact, base::Id set,
                      std::optional<base::Instant> changes_at);
// By set.
std::vector<SegmentTime> times_of(Transaction& transaction, base::Id contact);
void delete_times_of(Transaction& transaction, base::Id contact);

// Of those whose time has come the earliest, at most so many.
std::vector<SegmentTime> due_times(Transaction& transaction, const BucketRange& buckets, base::Instant now,
                                   std::int64_t rows_max);

}  // namespace tradewind::storage
