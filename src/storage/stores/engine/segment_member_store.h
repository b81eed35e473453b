#pragma once

#include <cstdint>
#include <vector>

#include "domain/lists/list_page.h"
#include "domain/segments/segment.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Who is in which segment. Whoever changes it has locked the contact and holds the segment, and notes by how many its
// members changed.

// False when the contact was in it already.
bool insert_segment_member(Transaction& transaction, base::Id segment, const domain::SegmentMember& member);
// False when the contact was not in it.
bool delete_segment_member(Transaction& transaction, base::Id segment, base::Id contact);
// Takes a contact that is going out of all; which they were, also those being deleted.
std::vector<base::Id> delete_segment_memberships(Transaction& transaction, base::Id contact);

// The newest contacts first. The segment is there: of one that is deleted, some may be left.
domain::Page<domain::SegmentMember> list_segment_members(Transaction& transaction, base::Id segment,
                                                         const domain::PageRequest& page);
// For walks over all of them: the next ones in the order of the contacts' ids. Starts after the id 0.
std::vector<domain::SegmentMember> segment_members_after(Transaction& transaction, base::Id segment,
                                                         base::Id after_contact, std::int64_t rows_max);

// The segments that a contact is in, the newest first.
domain::Page<domain::ContactSegment> list_contact_segments(Transaction& transaction, base::Id contact,
                                                           const domain::PageRequest& page);

}  // namespace tradewind::storage
