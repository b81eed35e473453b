#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "domain/segments/segment.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// How a dynamic segment comes to a set: queued, begun, advanced slice by slice, and then finished, failed or cancelled.
// A build is known by its segment and its set: whoever works on one that was given up meanwhile finds nothing and
// writes nothing. Whoever queues, finishes, fails or cancels holds lock_definitions() and locked the segment after it.

struct BuildName {
    base::Id segment;
    base::Id set;
};

// From now on this filter is to be in force, once its set is whole. What was being built before is given up.
void queue_segment_build(Transaction& transaction, const domain::Segment& segment, std::string_view filter,
                         base::Id set);
// Whether the segment has this filter, in force or to be in force, as what was read from it. PostgreSQL gives JSON back
// in other words than it was given, so that the database compares it.
struct FilterPlaces {
    bool is_in_force = false;
    bool is_next = false;
};
FilterPlaces find_filter(Transaction& transaction, base::Id segment, std::string_view filter);

// A build that is queued is begun, for so many contacts. False when there is no such build.
bool begin_segment_build(Transaction& transaction, const BuildName& build, std::int64_t total);
// By which time zone and which of its rules a build reckons.
void set_segment_calendar(Transaction& transaction, const BuildName& build, std::string_view calendar);
// How far it is; nobody else advances it before this transaction ends. Comes after the locks of contacts.
std::optional<domain::SegmentBuild> claim_segment_build(Transaction& transaction, const BuildName& build);
// What a slice did. The build was claimed in this transaction.
struct BuildSlice {
    base::Id place;        // Contacts up to this one are done.
    std::int64_t done;     // So many in all,
    std::int64_t total;    // of so many.
    std::int64_t entered;  // So many were put into the set in this slice.
};
void advance_segment_build(Transaction& transaction, const BuildName& build, const BuildSlice& slice);

// The set is in force from now on, with its filter. The one before stays to be compared with, if there was one.
void finish_segment_build(Transaction& transaction, const domain::Segment& segment);
// The set is given up. The filter is kept, to be tried again, unless it is `Forgotten` and another one is in force.
enum class NextFilter { Kept, Forgotten };
void give_up_segment_build(Transaction& transaction, const domain::Segment& segment, NextFilter filter);

// The differences to the set before were told up to this contact. False when there is nothing to tell any more.
bool advance_telling(Transaction& transaction, const BuildName& told, base::Id place);
// They were told to everybody; the set before is given up. The segment is locked.
void finish_telling(Transaction& transaction, const domain::Segment& segment);

}  // namespace tradewind::storage
