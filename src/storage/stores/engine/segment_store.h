#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "domain/lists/list_page.h"
#include "domain/segments/segment.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whoever makes, changes or deletes one holds lock_definitions(). One that is deleted is not there for anybody, while
// its members are still to be removed.

std::optional<domain::Segment> find_segment(Transaction& transaction, base::Id id);
// The same for whoever changes who is in it: nobody deletes it before this transaction ends. Others change its members
// all the same. Comes after the locks of contacts.
std::optional<domain::Segment> hold_segment(Transaction& transaction, base::Id id);
// Newest first.
domain::Page<domain::Segment> list_segments(Transaction& transaction, const domain::PageRequest& page);
std::int64_t count_segments(Transaction& transaction);
void insert_segment(Transaction& transaction, const domain::Segment& segment);
// Not how many members it has.
void update_segment(Transaction& transaction, const domain::Segment& segment);
// Waits for those who hold it. False when there was no such segment.
bool delete_segment(Transaction& transaction, base::Id id, base::Instant now);

// Those deleted that are still to be removed.
std::vector<base::Id> deleted_segments(Transaction& transaction);
// Takes the next members of a deleted segment away, at most so many, and in the end itself. False when it is gone.
inline constexpr std::int64_t removed_segment_members_max = 200;
bool remove_deleted_segment(Transaction& transaction, base::Id id);

// How many members a segment has is kept as a number and changes to it, so that reading it costs nothing and nobody who
// changes it waits for others.
void note_segment_change(Transaction& transaction, base::Id segment, base::Id change_id, std::int64_t change);
// The segments with changes that are not yet part of their number.
std::vector<base::Id> segments_to_add_up(Transaction& transaction);
// Makes some of a segment's changes part of its number, about as many as that. False when there were none.
inline constexpr std::int64_t added_up_changes = 500;
bool add_up_segment(Transaction& transaction, base::Id segment);

}  // namespace tradewind::storage
