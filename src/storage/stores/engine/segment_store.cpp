#include "storage/stores/engine/segment_store.h"

#include <limits>

#include "storage/database/field_columns.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

// Wherever segments are read, the columns stand in the order of domain::segment_fields.
constexpr Query segments_find_query{
    .name = "segments.find",
    .sql = R"(SELECT id, name, kind, description,
                     members + (SELECT cast(coalesce(sum(change), 0) as bigint) FROM segment_member_changes
                                WHERE segment_id = segments.id),
                     created_at, updated_at
              FROM segments WHERE id = $1 AND deleted_at IS NULL)",
};

// SQLite has one writer, who need not lock. On PostgreSQL this is the lock that lets all pass but who deletes the row:
// neither others who hold it nor changes of its columns.
constexpr Query segments_hold_query{
    .name = "segments.hold",
    .sql = R"(SELECT id, name, kind, description,
                     members + (SELECT cast(coalesce(sum(change), 0) as bigint) FROM segment_member_changes
                                WHERE segment_id = segments.id),
                     created_at, updated_at
              FROM segments WHERE id = $1 AND deleted_at IS NULL)",
    .postgres = R"(SELECT id, name, kind, description,
                          members + (SELECT cast(coalesce(sum(change), 0) as bigint) FROM segment_member_changes
                                     WHERE segment_id = segments.id),
                          created_at, updated_at
                   FROM segments WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE OF segments)",
};

constexpr Query segments_page_query{
    .name = "segments.page",
    .sql = R"(SELECT id, name, kind, description,
                     members + (SELECT cast(coalesce(sum(change), 0) as bigint) FROM segment_member_changes
                                WHERE segment_id = segments.id),
                     created_at, updated_at
              FROM segments WHERE id < $2 AND deleted_at IS NULL ORDER BY id DESC LIMIT $1 OFFSET $3)",
};

constexpr Query segments_newer_query{
    .name = "segments.newer",
    .sql = R"(SELECT id, name, kind, description,
                     members + (SELECT cast(coalesce(sum(change), 0) as bigint) FROM segment_member_changes
                                WHERE segment_id = segments.id),
                     created_at, updated_at
              FROM segments WHERE id > $2 AND deleted_at IS NULL ORDER BY id LIMIT $1)",
};

constexpr Query segments_count_query{
    .name = "segments.count",
    .sql = R"(SELECT count(*) FROM segments WHERE deleted_at IS NULL)",
};

constexpr Query segments_insert_query{
    .name = "segments.insert",
    .sql = R"(INSERT INTO segments (id, name, kind, description, members, created_at, updated_at)
              VALUES ($1, $2, $3, $4, $5, $6, $7))",
};

constexpr Query segments_update_query{
    .name = "segments.update",
    .sql = R"(UPDATE segments SET name = $2, description = $3, updated_at = $4 WHERE id = $1)",
};

constexpr Query segments_lock_query{
    .name = "segments.lock",
    .sql = R"(SELECT id FROM segments WHERE id = $1 AND deleted_at IS NULL)",
    .postgres = R"(SELECT id FROM segments WHERE id = $1 AND deleted_at IS NULL FOR UPDATE)",
};

constexpr Query mark_deleted_query{
    .name = "segments.mark_deleted",
    .sql = R"(UPDATE segments SET deleted_at = $2 WHERE id = $1)",
};

constexpr Query segments_deleted_query{
    .name = "segments.deleted",
    .sql = R"(SELECT id FROM segments WHERE deleted_at IS NOT NULL ORDER BY id)",
};

// The number stands in the text, so that PostgreSQL knows it for its plan. It is removed_segment_members_max.
constexpr Query remove_members_query{
    .name = "segment_members.remove_some",
    .sql = R"(DELETE FROM segment_members WHERE (contact_id, segment_id) IN
                  (SELECT contact_id, segment_id FROM segment_members WHERE segment_id = $1
                   ORDER BY contact_id LIMIT 200))",
};
static_assert(removed_segment_members_max == 200);

constexpr Query has_members_query{
    .name = "segment_members.has",
    .sql = R"(SELECT 1 FROM segment_members WHERE segment_id = $1 LIMIT 1)",
};

constexpr Query segments_delete_query{
    .name = "segments.delete",
    .sql = R"(DELETE FROM segments WHERE id = $1)",
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

constexpr Query segments_add_query{
    .name = "segments.add",
    .sql = R"(UPDATE segments SET members = members + $2 WHERE id = $1)",
};

std::optional<domain::Segment> read_one(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_columns(domain::segment_fields, rows);
}

std::vector<domain::Segment> read_all(Rows rows) {
    std::vector<domain::Segment> segments;
    while (rows.next()) { segments.push_back(read_columns(domain::segment_fields, rows)); }
    return segments;
}

std::vector<base::Id> read_ids(Rows rows) {
    std::vector<base::Id> ids;
    while (rows.next()) { ids.push_back({rows.integer(0)}); }
    return ids;
}

// Those up to the last of so many, and any that came in between. Each is counted as it goes.
std::int64_t take_changes(Transaction& transaction, base::Id segment, std::int64_t last) {
    auto rows = transaction.query(take_changes_query, {segment.number, last});
    std::int64_t sum = 0;
    while (rows.next()) { sum += rows.integer(0); }
    return sum;
}

}  // namespace

std::optional<domain::Segment> find_segment(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(segments_find_query, {id.number}));
}

std::optional<domain::Segment> hold_segment(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(segments_hold_query, {id.number}));
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
    transaction.execute(segments_insert_query,
                        {segment.id.number, segment.name, segment.kind, segment.description, segment.members,
                         segment.created_at.milliseconds, segment.updated_at.milliseconds});
}

void update_segment(Transaction& transaction, const domain::Segment& segment) {
    transaction.execute(segments_update_query,
                        {segment.id.number, segment.name, segment.description, segment.updated_at.milliseconds});
}

bool delete_segment(Transaction& transaction, base::Id id, base::Instant now) {
    if (!transaction.query(segments_lock_query, {id.number}).next()) { return false; }
    transaction.execute(mark_deleted_query, {id.number, now.milliseconds});
    return true;
}

std::vector<base::Id> deleted_segments(Transaction& transaction) {
    return read_ids(transaction.query(segments_deleted_query));
}

bool remove_deleted_segment(Transaction& transaction, base::Id id) {
    transaction.execute(remove_members_query, {id.number});
    // Asked, and not concluded from how few there were: others may have removed the same ones.
    if (transaction.query(has_members_query, {id.number}).next()) { return true; }
    const auto last = std::numeric_limits<std::int64_t>::max();
    take_changes(transaction, id, last);
    transaction.execute(segments_delete_query, {id.number});
    return false;
}

void note_segment_change(Transaction& transaction, base::Id segment, base::Id change_id, std::int64_t change) {
    transaction.execute(insert_change_query, {segment.number, change_id.number, change});
}

std::vector<base::Id> segments_to_add_up(Transaction& transaction) {
    return read_ids(transaction.query(changed_query));
}

bool add_up_segment(Transaction& transaction, base::Id segment) {
    std::optional<std::int64_t> last;
    {
        auto rows = transaction.query(some_changes_query, {segment.number, added_up_changes});
        if (rows.next()) { last = rows.maybe_integer(0); }
    }
    if (!last) { return false; }
    const auto sum = take_changes(transaction, segment, *last);
    transaction.execute(segments_add_query, {segment.number, sum});
    return true;
}

}  // namespace tradewind::storage
