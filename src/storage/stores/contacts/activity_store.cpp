#include "storage/stores/contacts/activity_store.h"

#include <algorithm>
#include <iterator>

#include "storage/database/json_column.h"
#include "storage/database/list_rows.h"
#include "storage/stores/engine/change_store.h"

namespace tradewind::storage {
namespace {

constexpr SqlText insert_activity_row{
    R"(INSERT INTO activities (contact_id, id, kind, at, data, moment, cause) VALUES ($1, $2, $3, $4, $5, $6, $7))"};

constexpr Query activities_insert_query{.name = "activities.insert", .sql = sql<insert_activity_row>};

constexpr Query activities_insert_numbered_query{
    .name = "activities.insert_numbered",
    .sql = sql<insert_activity_row>,
    .postgres = sql<"WITH numbered AS (UPDATE contacts SET last_number = $2 WHERE id = $1) ", insert_activity_row>,
};

constexpr Query activities_page_query{
    .name = "activities.page",
    .sql = R"(SELECT id, kind, at, data, moment, cause FROM activities WHERE contact_id = $1
              ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3)",
};

constexpr Query activities_older_query{
    .name = "activities.older",
    .sql = R"(SELECT id, kind, at, data, moment, cause FROM activities WHERE contact_id = $1 AND (at, id) < ($3, $4)
              ORDER BY at DESC, id DESC LIMIT $2)",
};

constexpr Query activities_newer_query{
    .name = "activities.newer",
    .sql = R"(SELECT id, kind, at, data, moment, cause FROM activities WHERE contact_id = $1 AND (at, id) > ($3, $4)
              ORDER BY at ASC, id ASC LIMIT $2)",
};

// Of each walk by time the two halves; see TimedRows. Only PostgreSQL has an index of what is on time.

constexpr SqlText with_contacts{
    R"(SELECT a.id, a.contact_id, a.kind, a.at, a.data, c.email, c.external_id
       FROM activities AS a JOIN contacts AS c ON c.id = a.contact_id)"};
constexpr SqlText with_kinds{"SELECT a.id, a.contact_id, a.kind, a.at FROM activities AS a"};
// With the plus SQLite walks over activities and looks whose they are, instead of sorting those of all members.
template <SqlText segment>
constexpr auto of_members = joined_texts<
    " JOIN segment_members AS m ON m.contact_id = a.contact_id"
    " AND +m.segment_id = (SELECT s.member_set FROM segments AS s WHERE s.id = ",
    segment, ")">;
constexpr SqlText between_ids{" WHERE a.id > $1 AND a.id < $2"};
constexpr auto between_ids_on_time = joined_texts<between_ids, " AND ", is_on_time<"a", "at">>;
constexpr SqlText in_order_of_ids{" ORDER BY a.id LIMIT $3"};
constexpr auto off_time_in_order = joined_texts<" WHERE (a.at, a.id) > ($1, $2) AND a.at < $3 AND ",
                                                is_off_time<"a", "at">, " ORDER BY a.at, a.id LIMIT $4">;

constexpr Query walk_query{
    .name = "activities.walk_all",
    .sql = sql<with_contacts, between_ids, in_order_of_ids>,
    .postgres = sql<with_contacts, between_ids_on_time, in_order_of_ids>,
};

constexpr Query walk_off_time_query{
    .name = "activities.walk_all_off_time",
    .sql = sql<with_contacts, off_time_in_order>,
};

constexpr Query walk_segment_query{
    .name = "activities.walk_segment",
    .sql = sql<with_contacts, of_members<"$4">, between_ids, in_order_of_ids>,
    .postgres = sql<with_contacts, of_members<"$4">, between_ids_on_time, in_order_of_ids>,
};

constexpr Query walk_segment_off_time_query{
    .name = "activities.walk_segment_off_time",
    .sql = sql<with_contacts, of_members<"$5">, off_time_in_order>,
};

constexpr Query walk_kinds_query{
    .name = "activities.walk_kinds",
    .sql = sql<with_kinds, between_ids, in_order_of_ids>,
    .postgres = sql<with_kinds, between_ids_on_time, in_order_of_ids>,
};

constexpr Query walk_kinds_off_time_query{
    .name = "activities.walk_kinds_off_time",
    .sql = sql<with_kinds, off_time_in_order>,
};

constexpr Query walk_segment_kinds_query{
    .name = "activities.walk_segment_kinds",
    .sql = sql<with_kinds, of_members<"$4">, between_ids, in_order_of_ids>,
    .postgres = sql<with_kinds, of_members<"$4">, between_ids_on_time, in_order_of_ids>,
};

constexpr Query walk_segment_kinds_off_time_query{
    .name = "activities.walk_segment_kinds_off_time",
    .sql = sql<with_kinds, of_members<"$5">, off_time_in_order>,
};

// SQLite takes a list apart by a function of its own; PostgreSQL gets an array.
constexpr Query last_times_query{
    .name = "activities.last_times",
    .sql = R"(SELECT contact_id, max(at) FROM activities
              WHERE contact_id IN (SELECT value FROM json_each($1)) AND kind = $2 GROUP BY contact_id)",
    .postgres = R"(SELECT contact_id, max(at) FROM activities
                   WHERE contact_id = ANY ($1) AND kind = $2 GROUP BY contact_id)",
};

constexpr Query activities_find_query{
    .name = "activities.at_place",
    .sql = R"(SELECT id, kind, at, data, moment, cause FROM activities WHERE contact_id = $1 AND at = $2 AND id = $3)",
};

constexpr Query activities_since_query{
    .name = "activities.since",
    .sql = R"(SELECT id, kind, at, data, moment, cause FROM activities
              WHERE contact_id = $1 AND kind = $2 AND id > $3 ORDER BY at, id LIMIT $4)",
};

constexpr Query activities_delete_all_query{
    .name = "activities.delete_all",
    .sql = R"(DELETE FROM activities WHERE contact_id = $1)",
};

constexpr Query activities_delete_query{
    .name = "activities.delete",
    .sql = R"(DELETE FROM activities WHERE contact_id = $1 AND at = $2 AND id = $3)",
};

domain::ActivityKind kind_from(std::string_view word) {
    const auto kind = domain::find_activity_kind(word);
    if (!kind) { throw DatabaseBroken("an activity is of no known kind"); }
    return *kind;
}

domain::Cause cause_from(const std::optional<std::string>& text) {
    const auto cause = domain::parse_cause(text);
    if (!cause) { throw DatabaseBroken("an activity has no known cause"); }
    return *cause;
}

// A walk over all activities, and one over those of a segment's members.
struct WalkQueries {
    const Query& of_all;
    const Query& of_all_off_time;
    const Query& of_segment;
    const Query& of_segment_off_time;
};

TimedRows walk_rows(Transaction& transaction, const ActivityWalk& walk, const WalkQueries& queries) {
    const base::Instant until{walk.to.milliseconds + 1};
    const auto ids = ids_between({.at = walk.after, .id = walk.after_id.number}, until);
    const auto at = walk.after.milliseconds;
    const auto id = walk.after_id.number;
    constexpr TimedRows::Columns columns{.at = 3, .id = 0};
    if (!walk.segment) {
        return {transaction.query(queries.of_all, {ids.after, ids.before, walk.rows_max}),
                transaction.query(queries.of_all_off_time, {at, id, until.milliseconds, walk.rows_max}), columns,
                walk.rows_max};
    }
    const auto segment = walk.segment->number;
    return {transaction.query(queries.of_segment, {ids.after, ids.before, walk.rows_max, segment}),
            transaction.query(queries.of_segment_off_time, {at, id, until.milliseconds, walk.rows_max, segment}),
            columns, walk.rows_max};
}

// `read` makes one of a row, and says whether there may be another one.
template <class Found, class Read>
ActivitySlice<Found> read_slice(Transaction& transaction, const ActivityWalk& walk, const WalkQueries& queries,
                                Read read) {
    ActivitySlice<Found> slice;
    auto walked = walk_rows(transaction, walk, queries);
    bool may_go_on = walk.rows_max > 0;
    while (may_go_on && walked.next()) {
        const auto& rows = walked.row();
        slice.next = TimePlace{.at = {rows.integer(3)}, .id = rows.integer(0)};
        auto [found, has_room] = read(rows);
        slice.found.push_back(std::move(found));
        may_go_on = has_room && std::ssize(slice.found) < walk.rows_max;
    }
    if (may_go_on) { slice.next = walked.goes_on_after(); }
    return slice;
}

std::vector<domain::Activity> read_activities(base::Id contact, Rows rows) {
    std::vector<domain::Activity> activities;
    while (rows.next()) {
        activities.push_back({
            .id = {rows.integer(0)},
            .contact = contact,
            .kind = kind_from(rows.text(1)),
            .at = {rows.integer(2)},
            .data = std::string(rows.text(3)),
            .moment = std::string(rows.text(4)),
            .cause = cause_from(rows.maybe_text(5)),
        });
    }
    return activities;
}

}  // namespace

void insert_activity(Transaction& transaction, const domain::Activity& activity, NumberKeeper keeper) {
    transaction.execute(keeper == NumberKeeper::Contact ? activities_insert_query : activities_insert_numbered_query,
                        {activity.contact.number, activity.id.number, domain::word_of(activity.kind),
                         activity.at.milliseconds, activity.data, activity.moment, domain::cause_text(activity.cause)});
}

const Query& query_of_insert_activity() {
    return activities_insert_query;
}

domain::Page<domain::Activity> list_activities(Transaction& transaction, base::Id contact,
                                               const domain::PageRequest& page) {
    const auto wanted = page.size + 1;
    const auto from = [&](const Query& query) {
        return read_activities(
            contact, transaction.query(
                         query, {contact.number, wanted, page.cursor->created_at.milliseconds, id_of(*page.cursor)}));
    };
    const auto down = [&] {
        if (page.cursor) { return from(activities_older_query); }
        const auto skipped = (page.page - 1) * page.size;
        return read_activities(contact, transaction.query(activities_page_query, {contact.number, wanted, skipped}));
    };
    return read_page<domain::Activity>(page, down, [&] { return from(activities_newer_query); });
}

ActivitySlice<ActivityWithContact> activities_after(Transaction& transaction, const ActivityWalk& walk) {
    const WalkQueries queries{.of_all = walk_query,
                              .of_all_off_time = walk_off_time_query,
                              .of_segment = walk_segment_query,
                              .of_segment_off_time = walk_segment_off_time_query};
    std::size_t bytes = 0;
    return read_slice<ActivityWithContact>(transaction, walk, queries, [&](const Rows& rows) {
        ActivityWithContact told{
            .activity = {.id = {rows.integer(0)},
                         .contact = {rows.integer(1)},
                         .kind = kind_from(rows.text(2)),
                         .at = {rows.integer(3)},
                         .data = std::string(rows.text(4))},
            .email = rows.maybe_text(5),
            .external_id = rows.maybe_text(6),
        };
        bytes += told.activity.data.size();
        return std::pair(std::move(told), bytes < walk.bytes_max);
    });
}

ActivitySlice<domain::Activity> activity_kinds_after(Transaction& transaction, const ActivityWalk& walk) {
    const WalkQueries queries{.of_all = walk_kinds_query,
                              .of_all_off_time = walk_kinds_off_time_query,
                              .of_segment = walk_segment_kinds_query,
                              .of_segment_off_time = walk_segment_kinds_off_time_query};
    return read_slice<domain::Activity>(transaction, walk, queries, [](const Rows& rows) {
        domain::Activity found{.id = {rows.integer(0)},
                               .contact = {rows.integer(1)},
                               .kind = kind_from(rows.text(2)),
                               .at = {rows.integer(3)}};
        return std::pair(std::move(found), true);
    });
}

std::unordered_map<std::int64_t, base::Instant> last_times(Transaction& transaction,
                                                           const std::vector<std::int64_t>& contacts,
                                                           domain::ActivityKind kind) {
    std::unordered_map<std::int64_t, base::Instant> times;
    if (contacts.empty()) { return times; }
    const auto list = json_from_numbers(contacts);
    auto rows = transaction.query(last_times_query, {JsonList{list}, domain::word_of(kind)});
    while (rows.next()) { times[rows.integer(0)] = {rows.integer(1)}; }
    return times;
}

std::optional<domain::Activity> find_activity(Transaction& transaction, const ActivityPlace& place) {
    auto found = read_activities(
        place.contact,
        transaction.query(activities_find_query, {place.contact.number, place.at.milliseconds, place.id.number}));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<domain::Activity> activities_since(Transaction& transaction, base::Id contact, domain::ActivityKind kind,
                                               std::int64_t number, std::int64_t rows_max) {
    auto found = read_activities(
        contact, transaction.query(activities_since_query, {contact.number, domain::word_of(kind), number, rows_max}));
    std::ranges::sort(found, {}, &domain::Activity::id);
    return found;
}

void delete_activities(Transaction& transaction, base::Id contact) {
    transaction.execute(activities_delete_all_query, {contact.number});
    delete_changes_of(transaction, contact);
}

void delete_activity(Transaction& transaction, const ActivityPlace& place) {
    transaction.execute(activities_delete_query, {place.contact.number, place.at.milliseconds, place.id.number});
    delete_change(transaction, place.contact, place.id.number);
}

}  // namespace tradewind::storage
