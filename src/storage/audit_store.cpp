#include "storage/audit_store.h"

#include "storage/json_column.h"

namespace tradewind::storage {
namespace {

constexpr Query insert_query{
    .name = "audit_entries.insert",
    .sql = R"(INSERT INTO audit_entries (id, at, actor, action, subject, changes) VALUES ($1, $2, $3, $4, $5, $6))",
};

constexpr Query has_query{
    .name = "audit_entries.has",
    .sql = R"(SELECT 1 FROM audit_entries WHERE action = $1 LIMIT 1)",
};

constexpr Query latest_query{
    .name = "audit_entries.latest",
    .sql = R"(SELECT id, at, actor, action, subject, changes FROM audit_entries ORDER BY id DESC LIMIT $1)",
};

}  // namespace

void insert_audit_entry(Transaction& transaction, const AuditEntry& entry) {
    const auto changes = json_from_texts(entry.changes);
    transaction.execute(
        insert_query, {entry.id.number, entry.at.milliseconds, entry.actor.name, entry.action, entry.subject, changes});
}

bool has_audit_entry(Transaction& transaction, std::string_view action) {
    return transaction.query(has_query, {action}).next();
}

std::vector<AuditEntry> latest_audit_entries(Transaction& transaction, std::int64_t entries_max) {
    std::vector<AuditEntry> entries;
    auto rows = transaction.query(latest_query, {entries_max});
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

}  // namespace tradewind::storage
