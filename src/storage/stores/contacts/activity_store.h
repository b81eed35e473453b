#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "domain/journal/activity.h"
#include "domain/lists/list_page.h"
#include "storage/database/timed_rows.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Its number is the newest of its contact. The ids of several processes do not follow the order of their commits, so
// the contact's row, which is locked, keeps the newest; with one process, as on SQLite, they do.
enum class NumberKeeper {
    Activity,  // It is noted together with the activity.
    Contact,   // The contact's row is written in the same transaction, with the number.
};
void insert_activity(Transaction& transaction, const domain::Activity& activity,
                     NumberKeeper keeper = NumberKeeper::Activity);

// What runs when the number is kept by the contact.
const Query& query_of_insert_activity();

// Those of one contact, the last to happen first.
domain::Page<domain::Activity> list_activities(Transaction& transaction, base::Id contact,
                                               const domain::PageRequest& page);
// When this last happened to each of these contacts; those to whom it never did are left out.
std::unordered_map<std::int64_t, base::Instant> last_times(Transaction& transaction,
                                                           const std::vector<std::int64_t>& contacts,
                                                           domain::ActivityKind kind);
// An activity with whom it is about.
struct ActivityWithContact {
    domain::Activity activity;
    std::optional<std::string> email;
    std::optional<std::string> external_id;
};
// Which part of all activities is walked, by time.
struct ActivityWalk {
    base::Instant after;  // Comes behind the one of this time and id.
    base::Id after_id;
    base::Instant to;                 // Included.
    std::optional<base::Id> segment;  // Only of its members.
    std::int64_t rows_max;
    std::size_t bytes_max;  // No further one once what they tell has so many bytes.
};
// A part of a walk. There may be few of them, or none, and yet more to come.
template <class Found>
struct ActivitySlice {
    std::vector<Found> found;
    std::optional<TimePlace> next;  // The walk goes on behind it; nothing at the end.
};
// Without what the contact was then.
ActivitySlice<ActivityWithContact> activities_after(Transaction& transaction, const ActivityWalk& walk);
// The same with nothing but time, id and kind, for counting.
ActivitySlice<domain::Activity> activity_kinds_after(Transaction& transaction, const ActivityWalk& walk);
// With the changes of the contact that wait to be looked at.
void delete_activities(Transaction& transaction, base::Id contact);
// Where one activity is kept.
struct ActivityPlace {
    base::Id contact;
    base::Instant at;
    base::Id id;
};
// Nothing when it is gone.
std::optional<domain::Activity> find_activity(Transaction& transaction, const ActivityPlace& place);
// Those of one kind that a contact's journal got after this number, in its order, at most so many.
std::vector<domain::Activity> activities_since(Transaction& transaction, base::Id contact, domain::ActivityKind kind,
                                               std::int64_t number, std::int64_t rows_max);
// With its change, when that still waits to be looked at.
void delete_activity(Transaction& transaction, const ActivityPlace& place);

}  // namespace tradewind::storage
