#include "storage/stores/engine/segment_member_store.h"

#include <algorithm>
#include <iterator>

#include "storage/database/json_column.h"
#include "storage/database/list_rows.h"
#include "storage/stores/engine/segment_columns.h"

namespace tradewind::storage {
namespace {

constexpr Query segment_members_insert_query{
    .name = "segment_members.insert",
    .sql = R"(INSERT INTO segment_members (contact_id, segment_id, entered_at) VALUES ($1, $2, $3)
              ON CONFLICT (contact_id, segment_id) DO NOTHING)",
};

constexpr Query segment_members_delete_query{
    .name = "segment_members.delete",
    .sql = R"(DELETE FROM segment_members WHERE contact_id = $1 AND segment_id = $2)",
};

constexpr Query segment_members_delete_all_query{
    .name = "segment_members.delete_all",
    .sql = R"(DELETE FROM segment_members WHERE contact_id = $1 RETURNING segment_id)",
};

constexpr Query segment_members_find_query{
    .name = "segment_members.find",
    .sql = R"(SELECT 1 FROM segment_members WHERE contact_id = $1 AND segment_id = $2)",
};

constexpr Query segment_members_sets_query{
    .name = "segment_members.sets",
    .sql = R"(SELECT segment_id FROM segment_members WHERE contact_id = $1 ORDER BY segment_id)",
};

// The two engines take a list apart by functions of their own. SQLite needs the word WHERE, or it would read ON
// CONFLICT as part of a join.
constexpr Query segment_members_insert_built_query{
    .name = "segment_members.insert_built",
    .sql = R"(INSERT INTO segment_members (contact_id, segment_id, entered_at)
              SELECT wanted.value, $2,
                     coalesce((SELECT b.entered_at FROM segment_members b
                               WHERE b.contact_id = wanted.value AND b.segment_id = $3), $4)
              FROM json_each($1) AS wanted WHERE true
              ON CONFLICT (contact_id, segment_id) DO NOTHING)",
    .postgres = R"(INSERT INTO segment_members (contact_id, segment_id, entered_at)
                   SELECT wanted.value, cast($2 as bigint),
                          coalesce((SELECT b.entered_at FROM segment_members b
                                    WHERE b.contact_id = wanted.value AND b.segment_id = $3), cast($4 as bigint))
                   FROM unnest(cast($1 as bigint[])) AS wanted (value)
                   ON CONFLICT (contact_id, segment_id) DO NOTHING)",
    // A cluster asks nothing for each of a list.
    .cluster = R"(INSERT INTO segment_members (contact_id, segment_id, entered_at)
                  SELECT wanted.value, cast($2 as bigint), coalesce(before.entered_at, cast($4 as bigint))
                  FROM unnest(cast($1 as bigint[])) AS wanted (value)
                  LEFT JOIN (SELECT contact_id, entered_at FROM segment_members
                             WHERE segment_id = $3 AND contact_id = ANY ($1)) AS before
                         ON before.contact_id = wanted.value
                  ON CONFLICT (contact_id, segment_id) DO NOTHING)",
};

// The same when there is no set before.
constexpr Query segment_members_insert_first_query{
    .name = "segment_members.insert_first",
    .sql = R"(INSERT INTO segment_members (contact_id, segment_id, entered_at)
              SELECT wanted.value, $2, $3 FROM json_each($1) AS wanted WHERE true
              ON CONFLICT (contact_id, segment_id) DO NOTHING)",
    .postgres = R"(INSERT INTO segment_members (contact_id, segment_id, entered_at)
                   SELECT wanted.value, cast($2 as bigint), cast($3 as bigint)
                   FROM unnest(cast($1 as bigint[])) AS wanted (value)
                   ON CONFLICT (contact_id, segment_id) DO NOTHING)",
};

constexpr Query segment_members_of_set_query{
    .name = "segment_members.of_set",
    .sql = R"(SELECT contact_id FROM segment_members WHERE segment_id = $1 AND contact_id > $2
              ORDER BY contact_id LIMIT $3)",
};

constexpr Query segment_members_page_query{
    .name = "segment_members.page",
    .sql = R"(SELECT contact_id, entered_at FROM segment_members
              WHERE segment_id = (SELECT member_set FROM segments WHERE id = $1) AND contact_id < $3
              ORDER BY contact_id DESC LIMIT $2 OFFSET $4)",
};

constexpr Query segment_members_newer_query{
    .name = "segment_members.newer",
    .sql = R"(SELECT contact_id, entered_at FROM segment_members
              WHERE segment_id = (SELECT member_set FROM segments WHERE id = $1) AND contact_id > $3
              ORDER BY contact_id LIMIT $2)",
};

// The columns stand in the order of domain::contact_segment_fields.
constexpr Query segment_members_of_contact_query{
    .name = "segment_members.of_contact",
    .sql = R"(SELECT segments.id, segments.name, segments.kind, segment_members.entered_at
              FROM segment_members JOIN segments ON segments.member_set = segment_members.segment_id
              WHERE segment_members.contact_id = $1 AND segments.id < $3
              ORDER BY segments.id DESC LIMIT $2 OFFSET $4)",
};

constexpr Query segment_members_of_contact_newer_query{
    .name = "segment_members.of_contact_newer",
    .sql = R"(SELECT segments.id, segments.name, segments.kind, segment_members.entered_at
              FROM segment_members JOIN segments ON segments.member_set = segment_members.segment_id
              WHERE segment_members.contact_id = $1 AND segments.id > $3
              ORDER BY segments.id LIMIT $2)",
};

std::vector<domain::SegmentMember> read_members(Rows rows) {
    std::vector<domain::SegmentMember> members;
    while (rows.next()) { members.push_back({.contact = {rows.integer(0)}, .entered_at = {rows.integer(1)}}); }
    return members;
}

std::vector<domain::ContactSegment> read_segments(Rows rows) {
    std::vector<domain::ContactSegment> segments;
    while (rows.next()) { segments.push_back(read_columns(domain::contact_segment_fields, rows)); }
    return segments;
}

std::vector<std::int64_t> read_numbers(Rows rows) {
    std::vector<std::int64_t> numbers;
    while (rows.next()) { numbers.push_back(rows.integer(0)); }
    return numbers;
}

std::vector<base::Id> ids_of(const std::vector<std::int64_t>& numbers) {
    std::vector<base::Id> ids;
    ids.reserve(numbers.size());
    for (const auto number : numbers) { ids.push_back({number}); }
    return ids;
}

}  // namespace

bool insert_set_member(Transaction& transaction, base::Id set, const domain::SegmentMember& member) {
    return transaction.execute_and_count(segment_members_insert_query,
                                         {member.contact.number, set.number, member.entered_at.milliseconds}) > 0;
}

bool delete_set_member(Transaction& transaction, base::Id set, base::Id contact) {
    return transaction.execute_and_count(segment_members_delete_query, {contact.number, set.number}) > 0;
}

std::vector<base::Id> delete_set_memberships(Transaction& transaction, base::Id contact) {
    return ids_of(read_numbers(transaction.query(segment_members_delete_all_query, {contact.number})));
}

bool is_member(Transaction& transaction, base::Id set, base::Id contact) {
    return transaction.query(segment_members_find_query, {contact.number, set.number}).next();
}

std::vector<base::Id> sets_of(Transaction& transaction, base::Id contact) {
    return ids_of(read_numbers(transaction.query(segment_members_sets_query, {contact.number})));
}

std::int64_t insert_built_members(Transaction& transaction, const BuiltMembers& built) {
    if (built.contacts.empty()) { return 0; }
    const auto list = json_from_numbers(built.contacts);
    if (!built.before) {
        return transaction.execute_and_count(segment_members_insert_first_query,
                                             {JsonList{list}, built.set.number, built.now.milliseconds});
    }
    return transaction.execute_and_count(
        segment_members_insert_built_query,
        {JsonList{list}, built.set.number, built.before->number, built.now.milliseconds});
}

SetDifferences set_differences(Transaction& transaction, const ComparedSets& sets, base::Id after_contact,
                               std::int64_t rows_max) {
    const auto read = [&](base::Id set) {
        return read_numbers(
            transaction.query(segment_members_of_set_query, {set.number, after_contact.number, rows_max}));
    };
    auto before = read(sets.before);
    auto now = read(sets.now);
    // Behind the last of a set that has more nothing is known of it.
    SetDifferences differences;
    for (const auto& part : {before, now}) {
        if (std::ssize(part) < rows_max) { continue; }
        const base::Id last{part.back()};
        if (!differences.next || last.number < differences.next->number) { differences.next = last; }
    }
    if (differences.next) {
        const auto cut = [&](std::vector<std::int64_t>& part) {
            part.erase(std::upper_bound(part.begin(), part.end(), differences.next->number), part.end());
        };
        cut(before);
        cut(now);
    }
    std::vector<std::int64_t> different;
    std::ranges::set_symmetric_difference(before, now, std::back_inserter(different));
    for (const auto number : different) {
        differences.found.push_back(
            {.contact = {number}, .is_in_new = std::binary_search(now.begin(), now.end(), number)});
    }
    return differences;
}

domain::Page<domain::SegmentMember> list_segment_members(Transaction& transaction, base::Id segment,
                                                         const domain::PageRequest& page) {
    const auto down = [&] {
        return read_members(transaction.query(segment_members_page_query,
                                              {segment.number, page.size + 1, first_id(page), skipped_rows(page)}));
    };
    return read_page<domain::SegmentMember>(
        page, down, [&] { return segment_members_after(transaction, segment, {id_of(*page.cursor)}, page.size + 1); });
}

std::vector<domain::SegmentMember> segment_members_after(Transaction& transaction, base::Id segment,
                                                         base::Id after_contact, std::int64_t rows_max) {
    return read_members(
        transaction.query(segment_members_newer_query, {segment.number, rows_max, after_contact.number}));
}

domain::Page<domain::ContactSegment> list_contact_segments(Transaction& transaction, base::Id contact,
                                                           const domain::PageRequest& page) {
    const auto down = [&] {
        return read_segments(transaction.query(segment_members_of_contact_query,
                                               {contact.number, page.size + 1, first_id(page), skipped_rows(page)}));
    };
    return read_page<domain::ContactSegment>(page, down, [&] {
        return read_segments(transaction.query(segment_members_of_contact_newer_query,
                                               {contact.number, page.size + 1, id_of(*page.cursor)}));
    });
}

}  // namespace tradewind::storage
