#include "storage/stores/engine/segment_store.h"

#include <limits>

#include "storage/database/list_rows.h"
#include "storage/database/sql_text.h"
#include "storage/stores/engine/segment_columns.h"

namespace tradewind::storage {
namespace {

// First the columns of domain::segment_fields, in its order.
constexpr SqlText columns_to_members{"SELECT id, name, kind, description, members"};
constexpr auto columns_before_members = joined_texts<columns_to_members, " + ">;
constexpr SqlText columns_after_members{
    R"(, created_at, updated_at, member_set, filter, next_filter, next_set, told_set, coalesce(told_place, 0),
       build_state, build_place, coalesce(build_done, 0), build_total, incidents
       FROM segments)"};
constexpr auto segment_columns = joined_texts<columns_before_members,
                                              R"((SELECT cast(coalesce(sum(change), 0) as bigint)
                                                  FROM segment_member_changes WHERE segment_id = segments.member_set))",
                                              columns_after_members>;

// A cluster has the segments on every machine and their changes spread, and asks nothing for each of them: so first the
// changes are added up, of the one segment or of all.
constexpr auto one_segment_of_cluster =
    joined_texts<columns_before_members,
                 R"((SELECT cast(coalesce(sum(change), 0) as bigint) FROM segment_member_changes
                     WHERE segment_id = (SELECT s.member_set FROM segments AS s WHERE s.id = $1)))",
                 columns_after_members, " WHERE id = $1">;
constexpr auto segments_of_cluster = joined_texts<
    R"(WITH changed AS MATERIALIZED (SELECT segment_id, cast(sum(change) as bigint) AS total
                                     FROM segment_member_changes GROUP BY segment_id) )",
    columns_before_members, "coalesce((SELECT total FROM changed WHERE changed.segment_id = segments.member_set), 0)",
    columns_after_members>;

constexpr Query segments_find_query{
    .name = "segments.find",
    .sql = sql<segment_columns, " WHERE id = $1">,
    .cluster = sql<one_segment_of_cluster>,
};

// SQLite has one writer, who need not lock. On PostgreSQL this is the lock that lets all pass but who deletes the row
// or takes it for himself: neither others who hold it nor changes of its columns.
constexpr Query segments_hold_query{
    .name = "segments.hold",
    .sql = sql<columns_to_members, columns_after_members, " WHERE id = $1">,
    .postgres = sql<columns_to_members, columns_after_members, " WHERE id = $1 FOR KEY SHARE OF segments">,
};

constexpr Query segments_lock_query{
    .name = "segments.lock",
    .sql = sql<segment_columns, " WHERE id = $1">,
    .postgres = sql<segment_columns, " WHERE id = $1 FOR UPDATE OF segments">,
    .cluster = sql<one_segment_of_cluster, " FOR UPDATE OF segments">,
};

constexpr Query segments_page_query{
    .name = "segments.page",
    .sql = sql<segment_columns, " WHERE id < $2 ORDER BY id DESC LIMIT $1 OFFSET $3">,
    .cluster = sql<segments_of_cluster, " WHERE id < $2 ORDER BY id DESC LIMIT $1 OFFSET $3">,
};

constexpr Query segments_newer_query{
    .name = "segments.newer",
    .sql = sql<segment_columns, " WHERE id > $2 ORDER BY id LIMIT $1">,
    .cluster = sql<segments_of_cluster, " WHERE id > $2 ORDER BY id LIMIT $1">,
};

constexpr Query segments_count_query{
    .name = "segments.count",
    .sql = R"(SELECT count(*) FROM segments)",
};

constexpr Query segments_insert_query{
    .name = "segments.insert",
    .sql = R"(INSERT INTO segments (id, name, kind, description, members, created_at, updated_at, member_set)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8))",
};

constexpr Query segments_update_query{
    .name = "segments.update",
    .sql = R"(UPDATE segments SET name = $2, description = $3, updated_at = $4 WHERE id = $1)",
};

constexpr Query segments_set_incidents_query{
    .name = "segments.set_incidents",
    .sql = R"(UPDATE segments SET incidents = $2 WHERE id = $1 AND (incidents IS NULL OR incidents <> $2))",
};

constexpr Query segments_clear_incidents_query{
    .name = "segments.clear_incidents",
    .sql = R"(UPDATE segments SET incidents = NULL WHERE id = $1 AND incidents IS NOT NULL)",
};

constexpr Query segments_delete_query{
    .name = "segments.delete",
    .sql = R"(DELETE FROM segments WHERE id = $1)",
};

constexpr Query segments_known_query{
    .name = "segments.known",
    .sql = R"(SELECT id, name, kind, member_set, next_set, told_set, build_state, calendar FROM segments ORDER BY id)",
};

constexpr Query segments_filters_query{
    .name = "segments.filters",
    .sql = R"(SELECT filter, next_filter, member_set, next_set, build_state FROM segments WHERE id = $1)",
};

constexpr Query unused_sets_insert_query{
    .name = "unused_sets.insert",
    .sql = R"(INSERT INTO unused_sets (set_id) VALUES ($1) ON CONFLICT (set_id) DO NOTHING)",
};

constexpr Query unused_sets_some_query{
    .name = "unused_sets.some",
    .sql = R"(SELECT set_id FROM unused_sets ORDER BY set_id LIMIT $1)",
};

constexpr Query unused_sets_delete_query{
    .name = "unused_sets.delete",
    .sql = R"(DELETE FROM unused_sets WHERE set_id = $1)",
};

// The number stands in the text, so that PostgreSQL knows it for its plan. It is removed_set_rows_max.
constexpr Query remove_members_query{
    .name = "segment_members.remove_some",
    .sql = R"(DELETE FROM segment_members WHERE (contact_id, segment_id) IN
                  (SELECT contact_id, segment_id FROM segment_members WHERE segment_id = $1
                   ORDER BY contact_id LIMIT 200))",
};
constexpr Query remove_times_query{
    .name = "segment_times.remove_some",
    .sql = R"(DELETE FROM segment_times WHERE (contact_id, set_id) IN
                  (SELECT contact_id, set_id FROM segment_times WHERE set_id = $1
                   ORDER BY contact_id LIMIT 200))",
};
static_assert(removed_set_rows_max == 200);

constexpr Query set_has_rows_query{
    .name = "segment_members.has",
    .sql = R"(SELECT 1 FROM segment_members WHERE segment_id = $1
              UNION ALL SELECT 1 FROM segment_times WHERE set_id = $1 LIMIT 1)",
};

constexpr Query insert_change_query{
    .name = "segment_member_changes.insert",
    .sql = R"(INSERT INTO segment_member_changes (segment_id, id, change) VALUES ($1, $2, $3))",
};

constexpr Query changed_query{
    .name = "segment_member_changes.segments",
    .sql = R"(SELECT DISTINCT segment_id FROM segment_member_changes)",
};

constexpr Query some_changes_query{
    .name = "segment_member_changes.some",
    .sql = R"(SELECT max(id) FROM (SELECT id FROM segment_member_changes WHERE segment_id = $1
                                   ORDER BY id LIMIT $2) AS oldest)",
};

constexpr Query take_changes_query{
    .name = "segment_member_changes.take",
    .sql = R"(DELETE FROM segment_member_changes WHERE segment_id = $1 AND id <= $2 RETURNING change)",
};

// One statement for both numbers: a set that comes into force at this moment is counted where it is then.
constexpr Query segments_add_query{
    .name = "segments.add",
    .sql = R"(UPDATE segments
              SET members = members + CASE WHEN member_set = $1 THEN cast($2 as bigint) ELSE 0 END,
                  next_members = next_members + CASE WHEN next_set = $1 THEN cast($2 as bigint) ELSE 0 END
              WHERE member_set = $1 OR next_set = $1)",
};

domain::Segment read_segment(const Rows& rows) {
    auto segment = read_columns(domain::segment_fields, rows);
    auto column = static_cast<int>(domain::segment_fields.size());
    read_column(rows, column++, segment.member_set);
    read_column(rows, column++, segment.stored_filter);
    read_column(rows, column++, segment.next_filter);
    read_column(rows, column++, segment.next_set);
    read_column(rows, column++, segment.told_set);
    read_column(rows, column++, segment.told_place);
    if (!rows.is_null(column)) {
        auto& build = segment.build.emplace();
        read_column(rows, column, build.state);
        read_column(rows, column + 1, build.place);
        read_column(rows, column + 2, build.done);
        read_column(rows, column + 3, build.total);
    }
    read_column(rows, column + 4, segment.incidents);
    return segment;
}

std::optional<domain::Segment> read_one(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_segment(rows);
}

std::vector<domain::Segment> read_all(Rows rows) {
    std::vector<domain::Segment> segments;
    while (rows.next()) { segments.push_back(read_segment(rows)); }
    return segments;
}

std::vector<base::Id> read_ids(Rows rows) {
    std::vector<base::Id> ids;
    while (rows.next()) { ids.push_back({rows.integer(0)}); }
    return ids;
}

std::shared_ptr<const std::string> read_filter(const Rows& rows, int column) {
    return rows.is_null(column) ? nullptr : std::make_shared<const std::string>(rows.text(column));
}

// Those up to the last of so many, and any that came in between. Each is counted as it goes.
struct TakenChanges {
    std::int64_t count = 0;
    std::int64_t sum = 0;
};
TakenChanges take_changes(Transaction& transaction, base::Id set, std::int64_t last) {
    auto rows = transaction.query(take_changes_query, {set.number, last});
    TakenChanges taken;
    for (; rows.next(); ++taken.count) { taken.sum += rows.integer(0); }
    return taken;
}

}  // namespace

std::optional<domain::Segment> find_segment(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(segments_find_query, {id.number}));
}

std::optional<domain::Segment> hold_segment(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(segments_hold_query, {id.number}));
}

std::optional<domain::Segment> lock_segment(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(segments_lock_query, {id.number}));
}

domain::Page<domain::Segment> list_segments(Transaction& transaction, const domain::PageRequest& page) {
    const auto down = [&] {
        return read_all(transaction.query(segments_page_query, {page.size + 1, first_id(page), skipped_rows(page)}));
    };
    return read_page<domain::Segment>(page, down, [&] {
        return read_all(transaction.query(segments_newer_query, {page.size + 1, id_of(*page.cursor)}));
    });
}

std::int64_t count_segments(Transaction& transaction) {
    auto rows = transaction.query(segments_count_query);
    return rows.next() ? rows.integer(0) : 0;
}

void insert_segment(Transaction& transaction, const domain::Segment& segment) {
    transaction.execute(segments_insert_query, {segment.id.number, segment.name, domain::word_of(segment.kind),
                                                segment.description, segment.members, segment.created_at.milliseconds,
                                                segment.updated_at.milliseconds, parameter_of(segment.member_set)});
    transaction.touch_definitions();
}

void update_segment(Transaction& transaction, const domain::Segment& segment) {
    transaction.execute(segments_update_query,
                        {segment.id.number, segment.name, segment.description, segment.updated_at.milliseconds});
    transaction.touch_definitions();
}

void set_segment_incidents(Transaction& transaction, base::Id id, const std::optional<std::string>& incidents) {
    if (!incidents) { return transaction.execute(segments_clear_incidents_query, {id.number}); }
    transaction.execute(segments_set_incidents_query, {id.number, *incidents});
}

void delete_segment(Transaction& transaction, const domain::Segment& segment) {
    transaction.execute(segments_delete_query, {segment.id.number});
    for (const auto& set : {segment.member_set, segment.next_set, segment.told_set}) {
        if (set) { give_up_set(transaction, *set); }
    }
    transaction.touch_definitions();
}

bool KnownSegment::lacks_filters() const {
    if (kind == domain::SegmentKind::Static) { return false; }
    const bool has_next = next_set || build_state == domain::BuildState::Failed;
    return (member_set && filter == nullptr) || (has_next && next_filter == nullptr);
}

std::vector<KnownSegment> known_segments(Transaction& transaction) {
    std::vector<KnownSegment> segments;
    auto rows = transaction.query(segments_known_query);
    while (rows.next()) {
        auto& segment = segments.emplace_back();
        read_column(rows, 0, segment.id);
        read_column(rows, 1, segment.name);
        read_column(rows, 2, segment.kind);
        read_column(rows, 3, segment.member_set);
        read_column(rows, 4, segment.next_set);
        read_column(rows, 5, segment.told_set);
        read_column(rows, 6, segment.build_state);
        segment.calendar = rows.maybe_text(7).value_or("");
    }
    return segments;
}

bool load_segment_filters(Transaction& transaction, KnownSegment& segment) {
    auto rows = transaction.query(segments_filters_query, {segment.id.number});
    if (!rows.next()) { return false; }
    KnownSegment now;
    read_column(rows, 2, now.member_set);
    read_column(rows, 3, now.next_set);
    read_column(rows, 4, now.build_state);
    if (now.member_set != segment.member_set || now.next_set != segment.next_set ||
        now.build_state != segment.build_state) {
        return false;
    }
    segment.filter = read_filter(rows, 0);
    segment.next_filter = read_filter(rows, 1);
    return true;
}

void give_up_set(Transaction& transaction, base::Id set) {
    transaction.execute(unused_sets_insert_query, {set.number});
}

std::vector<base::Id> unused_sets(Transaction& transaction) {
    return read_ids(transaction.query(unused_sets_some_query, {unused_sets_per_read}));
}

bool remove_unused_set(Transaction& transaction, base::Id set) {
    transaction.execute(remove_members_query, {set.number});
    transaction.execute(remove_times_query, {set.number});
    // Asked, and not concluded from how few there were: others may have removed the same ones.
    if (transaction.query(set_has_rows_query, {set.number}).next()) { return true; }
    const auto last = std::numeric_limits<std::int64_t>::max();
    take_changes(transaction, set, last);
    transaction.execute(unused_sets_delete_query, {set.number});
    return false;
}

void note_set_change(Transaction& transaction, base::Id set, base::Id change_id, std::int64_t change) {
    transaction.execute(insert_change_query, {set.number, change_id.number, change});
}

std::vector<base::Id> sets_to_add_up(Transaction& transaction) {
    return read_ids(transaction.query(changed_query));
}

bool add_up_set(Transaction& transaction, base::Id set) {
    std::optional<std::int64_t> last;
    {
        auto rows = transaction.query(some_changes_query, {set.number, added_up_changes});
        if (rows.next()) { last = rows.maybe_integer(0); }
    }
    if (!last) { return false; }
    const auto taken = take_changes(transaction, set, *last);
    transaction.execute(segments_add_query, {set.number, taken.sum});
    return taken.count >= added_up_changes;
}

}  // namespace tradewind::storage
