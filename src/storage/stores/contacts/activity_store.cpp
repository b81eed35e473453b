#include "storage/stores/contacts/activity_store.h"

#include "storage/database/json_column.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

constexpr Query listeners_query{
    .name = "activity_listeners.all",
    .sql = R"(SELECT kind FROM activity_listeners)",
};

constexpr Query add_listener_query{
    .name = "activity_listeners.add",
    .sql = R"(INSERT INTO activity_listeners (kind) VALUES ($1) ON CONFLICT (kind) DO NOTHING)",
};

constexpr Query activities_insert_query{
    .name = "activities.insert",
    .sql = R"(INSERT INTO activities (contact_id, id, kind, at, data, moment) VALUES ($1, $2, $3, $4, $5, $6))",
};

constexpr Query queue_query{
    .name = "engine_queue.insert",
    .sql = R"(INSERT INTO engine_queue (bucket, activity_id, contact_id) VALUES ($1, $2, $3))",
};

constexpr Query activities_page_query{
    .name = "activities.page",
    .sql = R"(SELECT id, kind, at, data, moment FROM activities WHERE contact_id = $1
              ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3)",
};

constexpr Query activities_older_query{
    .name = "activities.older",
    .sql = R"(SELECT id, kind, at, data, moment FROM activities WHERE contact_id = $1 AND (at, id) < ($3, $4)
              ORDER BY at DESC, id DESC LIMIT $2)",
};

constexpr Query activities_newer_query{
    .name = "activities.newer",
    .sql = R"(SELECT id, kind, at, data, moment FROM activities WHERE contact_id = $1 AND (at, id) > ($3, $4)
              ORDER BY at ASC, id ASC LIMIT $2)",
};

constexpr Query walk_query{
    .name = "activities.export",
    .sql = R"(SELECT a.id, a.contact_id, a.kind, a.at, a.data, c.email, c.external_id
              FROM activities AS a JOIN contacts AS c ON c.id = a.contact_id
              WHERE (a.at, a.id) > ($1, $2) AND a.at <= $3 ORDER BY a.at, a.id LIMIT $4)",
};

constexpr Query walk_segment_query{
    .name = "activities.walk_segment",
    .sql = R"(SELECT a.id, a.contact_id, a.kind, a.at, a.data, c.email, c.external_id
              FROM activities AS a JOIN contacts AS c ON c.id = a.contact_id
              JOIN segment_members AS m ON m.contact_id = a.contact_id AND m.segment_id = $5
              WHERE (a.at, a.id) > ($1, $2) AND a.at <= $3 ORDER BY a.at, a.id LIMIT $4)",
};

constexpr Query walk_kinds_query{
    .name = "activities.walk_kinds",
    .sql = R"(SELECT a.id, a.contact_id, a.kind, a.at FROM activities AS a
              WHERE (a.at, a.id) > ($1, $2) AND a.at <= $3 ORDER BY a.at, a.id LIMIT $4)",
};

constexpr Query walk_segment_kinds_query{
    .name = "activities.walk_segment_kinds",
    .sql = R"(SELECT a.id, a.contact_id, a.kind, a.at FROM activities AS a
              JOIN segment_members AS m ON m.contact_id = a.contact_id AND m.segment_id = $5
              WHERE (a.at, a.id) > ($1, $2) AND a.at <= $3 ORDER BY a.at, a.id LIMIT $4)",
};

// The two engines take a list apart by functions of their own.
constexpr Query last_times_query{
    .name = "activities.last_times",
    .sql = R"(SELECT contact_id, max(at) FROM activities
              WHERE contact_id IN (SELECT value FROM json_each($1)) AND kind = $2 GROUP BY contact_id)",
    .postgres = R"(SELECT contact_id, max(at) FROM activities
                   WHERE contact_id = ANY (ARRAY(SELECT cast(value as bigint)
                                                 FROM jsonb_array_elements_text(cast($1 as jsonb)) AS wanted (value)))
                     AND kind = $2 GROUP BY contact_id)",
};

constexpr Query activities_delete_all_query{
    .name = "activities.delete_all",
    .sql = R"(DELETE FROM activities WHERE contact_id = $1)",
};

constexpr Query unqueue_all_query{
    .name = "engine_queue.delete_all",
    .sql = R"(DELETE FROM engine_queue WHERE contact_id = $1)",
};

constexpr Query activities_delete_query{
    .name = "activities.delete",
    .sql = R"(DELETE FROM activities WHERE contact_id = $1 AND at = $2 AND id = $3)",
};

constexpr Query unqueue_query{
    .name = "engine_queue.delete",
    .sql = R"(DELETE FROM engine_queue WHERE bucket = $1 AND activity_id = $2)",
};

// Workers of the engine claim one bucket at a time; all of a contact are in one.
constexpr std::int64_t buckets = 64;

std::int64_t bucket_of(base::Id contact) {
    // The lowest bits count within a millisecond and are mostly zero.
    return (contact.number >> 12) % buckets;
}

domain::ActivityKind kind_from(std::string_view word) {
    const auto kind = domain::find_activity_kind(word);
    if (!kind) { throw DatabaseBroken("an activity is of no known kind"); }
    return *kind;
}

Rows walk_rows(Transaction& transaction, const ActivityWalk& walk, const Query& of_all, const Query& of_segment) {
    const auto after = walk.after.milliseconds;
    if (!walk.segment) {
        return transaction.query(of_all, {after, walk.after_id.number, walk.to.milliseconds, walk.rows_max});
    }
    return transaction.query(of_segment,
                             {after, walk.after_id.number, walk.to.milliseconds, walk.rows_max, walk.segment->number});
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
        });
    }
    return activities;
}

}  // namespace

ActivityListeners all_activity_listeners(Transaction& transaction) {
    ActivityListeners listeners;
    auto rows = transaction.query(listeners_query);
    while (rows.next()) { listeners.set(static_cast<std::size_t>(kind_from(rows.text(0)))); }
    return listeners;
}

void add_activity_listener(Transaction& transaction, domain::ActivityKind kind) {
    transaction.execute(add_listener_query, {domain::word_of(kind)});
    transaction.touch_definitions();
}

void insert_activity(Transaction& transaction, const domain::Activity& activity) {
    transaction.execute(activities_insert_query,
                        {activity.contact.number, activity.id.number, domain::word_of(activity.kind),
                         activity.at.milliseconds, activity.data, activity.moment});
}

void queue_activity(Transaction& transaction, const domain::Activity& activity) {
    transaction.execute(queue_query, {bucket_of(activity.contact), activity.id.number, activity.contact.number});
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

std::vector<ActivityWithContact> activities_after(Transaction& transaction, const ActivityWalk& walk) {
    std::vector<ActivityWithContact> told;
    std::size_t bytes = 0;
    auto rows = walk_rows(transaction, walk, walk_query, walk_segment_query);
    while (bytes < walk.bytes_max && rows.next()) {
        told.push_back({
            .activity = {.id = {rows.integer(0)},
                         .contact = {rows.integer(1)},
                         .kind = kind_from(rows.text(2)),
                         .at = {rows.integer(3)},
                         .data = std::string(rows.text(4))},
            .email = rows.maybe_text(5),
            .external_id = rows.maybe_text(6),
        });
        bytes += told.back().activity.data.size();
    }
    return told;
}

std::vector<domain::Activity> activity_kinds_after(Transaction& transaction, const ActivityWalk& walk) {
    std::vector<domain::Activity> found;
    auto rows = walk_rows(transaction, walk, walk_kinds_query, walk_segment_kinds_query);
    while (rows.next()) {
        found.push_back({.id = {rows.integer(0)},
                         .contact = {rows.integer(1)},
                         .kind = kind_from(rows.text(2)),
                         .at = {rows.integer(3)}});
    }
    return found;
}

std::unordered_map<std::int64_t, base::Instant> last_times(Transaction& transaction,
                                                           const std::vector<std::int64_t>& contacts,
                                                           domain::ActivityKind kind) {
    std::unordered_map<std::int64_t, base::Instant> times;
    if (contacts.empty()) { return times; }
    const auto list = json_from_numbers(contacts);
    auto rows = transaction.query(last_times_query, {list, domain::word_of(kind)});
    while (rows.next()) { times[rows.integer(0)] = {rows.integer(1)}; }
    return times;
}

void delete_activities(Transaction& transaction, base::Id contact) {
    transaction.execute(activities_delete_all_query, {contact.number});
    transaction.execute(unqueue_all_query, {contact.number});
}

void delete_activity(Transaction& transaction, const ActivityPlace& place) {
    transaction.execute(activities_delete_query, {place.contact.number, place.at.milliseconds, place.id.number});
    transaction.execute(unqueue_query, {bucket_of(place.contact), place.id.number});
}

}  // namespace tradewind::storage
