#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/lists/list_page.h"
#include "domain/segments/segment.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whoever makes, changes or deletes one holds lock_definitions(). How a dynamic one is built: segment_build_store.

std::optional<domain::Segment> find_segment(Transaction& transaction, base::Id id);
// The same for whoever changes who is in it: nobody deletes it or gives it another set before this transaction ends.
// Others change its members all the same, and `members` is without what was not added up yet. Comes after the locks of
// contacts.
std::optional<domain::Segment> hold_segment(Transaction& transaction, base::Id id);
// The same for whoever deletes it or gives it another set: waits for those who hold it.
std::optional<domain::Segment> lock_segment(Transaction& transaction, base::Id id);
// Newest first.
domain::Page<domain::Segment> list_segments(Transaction& transaction, const domain::PageRequest& page);
std::int64_t count_segments(Transaction& transaction);
void insert_segment(Transaction& transaction, const domain::Segment& segment);
// What people call it, and nothing else.
void update_segment(Transaction& transaction, const domain::Segment& segment);
// What people should know of it, a JSON array or nothing; written only when it is something else than before.
void set_segment_incidents(Transaction& transaction, base::Id id, const std::optional<std::string>& incidents);
// It is locked. Nobody is in it from then on; its sets are to be removed.
void delete_segment(Transaction& transaction, const domain::Segment& segment);

// A segment as whoever evaluates filters needs it. The filters are texts that never change.
struct KnownSegment {
    base::Id id;
    std::string name;
    domain::SegmentKind kind = domain::SegmentKind::Static;
    std::optional<base::Id> member_set;
    std::optional<base::Id> next_set;
    std::optional<base::Id> told_set;
    std::optional<domain::BuildState> build_state;
    std::string calendar = {};                                 // By which it was last built.
    std::shared_ptr<const std::string> filter = nullptr;       // Of member_set.
    std::shared_ptr<const std::string> next_filter = nullptr;  // Of next_set, or of a build that failed.

    [[nodiscard]] bool lacks_filters() const;
};
// All of them by id, without filters: those may be too large for one read, and most are known already.
std::vector<KnownSegment> known_segments(Transaction& transaction);
// Reads the filters of one. False when it is not what it was any more.
bool load_segment_filters(Transaction& transaction, KnownSegment& segment);

// A set that nobody uses any more is to be removed.
void give_up_set(Transaction& transaction, base::Id set);
// Some of those that are to be removed.
inline constexpr std::int64_t unused_sets_per_read = 100;
std::vector<base::Id> unused_sets(Transaction& transaction);
// Takes the next rows of such a set away, at most so many of each kind, and in the end itself. False when it is gone.
inline constexpr std::int64_t removed_set_rows_max = 200;
bool remove_unused_set(Transaction& transaction, base::Id set);

// How many members a segment has is kept as a number and changes to it, by set, so that reading it costs nothing and
// nobody who changes it waits for others.
void note_set_change(Transaction& transaction, base::Id set, base::Id change_id, std::int64_t change);
// The sets with changes that are not yet part of their segment's number.
std::vector<base::Id> sets_to_add_up(Transaction& transaction);
// Makes some of a set's changes part of the number, about as many as that. Whether there may be more; not for what came
// meanwhile, or whoever asks would go on for as long as somebody moves.
inline constexpr std::int64_t added_up_changes = 500;
bool add_up_set(Transaction& transaction, base::Id set);

}  // namespace tradewind::storage
