#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "domain/lists/list_page.h"
#include "domain/segments/segment.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Who is in which set, and by the set in force who is in which segment. Whoever changes it has locked the contact and
// holds the segment, and notes by how many the members of the set changed.

// False when the contact was in it already.
bool insert_set_member(Transaction& transaction, base::Id set, const domain::SegmentMember& member);
// False when the contact was not in it.
bool delete_set_member(Transaction& transaction, base::Id set, base::Id contact);
// Takes a contact that is going out of all; which they were, also those being removed.
std::vector<base::Id> delete_set_memberships(Transaction& transaction, base::Id contact);

bool is_member(Transaction& transaction, base::Id set, base::Id contact);
// All sets that the contact is in, those being built or removed among them.
std::vector<base::Id> sets_of(Transaction& transaction, base::Id contact);

// Those of a slice for whom the filter of a build holds.
struct BuiltMembers {
    base::Id set;
    std::optional<base::Id> before;  // Whoever is in this set keeps the moment of entering it.
    base::Instant now;               // Of all others.
    std::vector<std::int64_t> contacts;
};
// How many were not in it already.
std::int64_t insert_built_members(Transaction& transaction, const BuiltMembers& built);

// In which of two sets a contact is that is not in both.
struct SetDifference {
    base::Id contact;
    bool is_in_new;

    friend bool operator==(const SetDifference&, const SetDifference&) = default;
};
// A part of a walk over the differences. There may be none, and yet more to come.
struct SetDifferences {
    std::vector<SetDifference> found;  // By contact.
    std::optional<base::Id> next;      // The walk goes on behind it; nothing at the end.
};
struct ComparedSets {
    base::Id before;
    base::Id now;
};
// Reads at most so many rows of each set behind this contact.
SetDifferences set_differences(Transaction& transaction, const ComparedSets& sets, base::Id after_contact,
                               std::int64_t rows_max);

// The newest contacts first. Nobody of a segment that is not there or was never built.
domain::Page<domain::SegmentMember> list_segment_members(Transaction& transaction, base::Id segment,
                                                         const domain::PageRequest& page);
// For walks over all of them: the next ones in the order of the contacts' ids. Starts after the id 0.
std::vector<domain::SegmentMember> segment_members_after(Transaction& transaction, base::Id segment,
                                                         base::Id after_contact, std::int64_t rows_max);

// The segments that a contact is in, the newest first.
domain::Page<domain::ContactSegment> list_contact_segments(Transaction& transaction, base::Id contact,
                                                           const domain::PageRequest& page);

}  // namespace tradewind::storage
