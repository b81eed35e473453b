#include "storage/stores/settings/audit_store.h"

#include "storage/database/json_column.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

constexpr Query audit_entries_insert_query{
    .name = "audit_entries.insert",
    .sql = R"(INSERT INTO audit_entries (id, at, actor, action, subject, changes) VALUES ($1, $2, $3, $4, $5, $6))",
};

constexpr Query audit_entries_has_query{
    .name = "audit_entries.has",
    .sql = R"(SELECT 1 FROM audit_entries WHERE action = $1 LIMIT 1)",
};

constexpr Query audit_entries_page_query{
    .name = "audit_entries.page",
    .sql = R"(SELECT id, at, actor, action, subject, changes FROM audit_entries ORDER BY id DESC LIMIT $1 OFFSET $2)",
};

constexpr Query audit_entries_older_query{
    .name = "audit_entries.older",
    .sql = R"(SELECT id, at, actor, action, subject, changes FROM audit_entries WHERE id < $2
              ORDER BY id DESC LIMIT $1)",
};

constexpr Query audit_entries_newer_query{
    .name = "audit_entries.newer",
    .sql = R"(SELECT id, at, actor, action, subject, changes FROM audit_entries WHERE id > $2
              ORDER BY id LIMIT $1)",
};

std::vector<AuditEntry> read_entries(Rows rows) {
    std::vector<AuditEntry> entries;
    while (rows.next()) {
        entries.push_back({
            .id = {rows.integer(0)},
            .at = {rows.integer(1)},
            .actor = {std::string(rows.text(2))},
            .action = std::string(rows.text(3)),
            .subject = std::string(rows.text(4)),
            .changes = texts_from_json(rows.text(5)),
        });
    }
    return entries;
}

}  // namespace

void insert_audit_entry(Transaction& transaction, const AuditEntry& entry) {
    const auto changes = json_from_texts(entry.changes);
    transaction.execute(audit_entries_insert_query, {entry.id.number, entry.at.milliseconds, entry.actor.name,
                                                     entry.action, entry.subject, changes});
}

bool has_audit_entry(Transaction& transaction, std::string_view action) {
    return transaction.query(audit_entries_has_query, {action}).next();
}

domain::Page<AuditEntry> list_audit_entries(Transaction& transaction, const domain::PageRequest& page) {
    const auto from = [&](const Query& query) {
        return read_entries(transaction.query(query, {page.size + 1, id_of(*page.cursor)}));
    };
    const auto down = [&] {
        if (page.cursor) { return from(audit_entries_older_query); }
        return read_entries(transaction.query(audit_entries_page_query, {page.size + 1, (page.page - 1) * page.size}));
    };
    return read_page<AuditEntry>(page, down, [&] { return from(audit_entries_newer_query); });
}

}  // namespace tradewind::storage
