#include "storage/stores/contacts/newest_activities.h"

#include <algorithm>
#include <functional>

#include "storage/database/timed_rows.h"

namespace tradewind::storage {
namespace {

constexpr SqlText newest_columns{"SELECT a.id, a.contact_id, a.kind, a.at FROM activities AS a"};

// Only PostgreSQL has an index of what is on time; on SQLite the others are left out here.
constexpr Query newest_by_id_query{
    .name = "activities.newest",
    .sql = sql<newest_columns, " ORDER BY a.id DESC LIMIT $1">,
    .postgres = sql<newest_columns, " WHERE ", is_on_time<"a", "at">, " ORDER BY a.id DESC LIMIT $1">,
};

constexpr Query newest_off_time_query{
    .name = "activities.newest_off_time",
    .sql = sql<newest_columns, " WHERE ", is_off_time<"a", "at">, " ORDER BY a.at DESC, a.id DESC LIMIT $1">,
};

TimePlace place_of(const domain::Activity& activity) {
    return {.at = activity.at, .id = activity.id.number};
}

// Rows in the order of their walk, and where the walk was cut off.
struct WalkedDown {
    std::vector<domain::Activity> found;
    std::optional<TimePlace> last;  // Nothing when there are no more.
};

WalkedDown walk_down(Rows rows, std::int64_t rows_max) {
    WalkedDown walked;
    while (rows.next()) {
        const auto kind = domain::find_activity_kind(rows.text(2));
        if (!kind) { throw DatabaseBroken("an activity is of no known kind"); }
        walked.found.push_back(
            {.id = {rows.integer(0)}, .contact = {rows.integer(1)}, .kind = *kind, .at = {rows.integer(3)}});
    }
    if (static_cast<std::int64_t>(walked.found.size()) == rows_max) { walked.last = place_of(walked.found.back()); }
    return walked;
}

}  // namespace

std::vector<domain::Activity> newest_activities(Transaction& transaction, std::int64_t rows_max) {
    auto by_id = walk_down(transaction.query(newest_by_id_query, {rows_max}), rows_max);
    if (by_id.last) { by_id.last = TimePlace{.at = base::Id{by_id.last->id}.made_at(), .id = by_id.last->id}; }
    std::erase_if(by_id.found, [](const domain::Activity& one) { return one.at != one.id.made_at(); });
    auto off_time = walk_down(transaction.query(newest_off_time_query, {rows_max}), rows_max);
    auto newest = std::move(by_id.found);
    newest.insert(newest.end(), off_time.found.begin(), off_time.found.end());
    // Behind where either walk was cut off, some are missing.
    std::erase_if(newest, [&](const domain::Activity& one) {
        return (by_id.last && place_of(one) < *by_id.last) || (off_time.last && place_of(one) < *off_time.last);
    });
    std::ranges::sort(newest, std::greater(), place_of);
    return newest;
}

std::optional<base::Id> newest_activity(Transaction& transaction) {
    auto rows = transaction.query(newest_by_id_query, {std::int64_t{1}});
    return rows.next() ? std::optional(base::Id{rows.integer(0)}) : std::nullopt;
}

}  // namespace tradewind::storage
