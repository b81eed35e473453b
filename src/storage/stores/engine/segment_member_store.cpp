#include "storage/stores/engine/segment_member_store.h"

#include "storage/database/field_columns.h"
#include "storage/database/list_rows.h"

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

constexpr Query segment_members_page_query{
    .name = "segment_members.page",
    .sql = R"(SELECT contact_id, entered_at FROM segment_members WHERE segment_id = $1 AND contact_id < $3
              ORDER BY contact_id DESC LIMIT $2 OFFSET $4)",
};

constexpr Query segment_members_newer_query{
    .name = "segment_members.newer",
    .sql = R"(SELECT contact_id, entered_at FROM segment_members WHERE segment_id = $1 AND contact_id > $3
              ORDER BY contact_id LIMIT $2)",
};

// The columns stand in the order of domain::contact_segment_fields.
constexpr Query segment_members_of_contact_query{
    .name = "segment_members.of_contact",
    .sql = R"(SELECT segments.id, segments.name, segments.kind, segment_members.entered_at
              FROM segment_members JOIN segments ON segments.id = segment_members.segment_id
              WHERE segment_members.contact_id = $1 AND segment_members.segment_id < $3 AND segments.deleted_at IS NULL
              ORDER BY segment_members.segment_id DESC LIMIT $2 OFFSET $4)",
};

constexpr Query segment_members_of_contact_newer_query{
    .name = "segment_members.of_contact_newer",
    .sql = R"(SELECT segments.id, segments.name, segments.kind, segment_members.entered_at
              FROM segment_members JOIN segments ON segments.id = segment_members.segment_id
              WHERE segment_members.contact_id = $1 AND segment_members.segment_id > $3 AND segments.deleted_at IS NULL
              ORDER BY segment_members.segment_id LIMIT $2)",
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

}  // namespace

bool insert_segment_member(Transaction& transaction, base::Id segment, const domain::SegmentMember& member) {
    return transaction.execute_and_count(segment_members_insert_query,
                                         {member.contact.number, segment.number, member.entered_at.milliseconds}) > 0;
}

bool delete_segment_member(Transaction& transaction, base::Id segment, base::Id contact) {
    return transaction.execute_and_count(segment_members_delete_query, {contact.number, segment.number}) > 0;
}

std::vector<base::Id> delete_segment_memberships(Transaction& transaction, base::Id contact) {
    auto rows = transaction.query(segment_members_delete_all_query, {contact.number});
    std::vector<base::Id> segments;
    while (rows.next()) { segments.push_back({rows.integer(0)}); }
    return segments;
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
