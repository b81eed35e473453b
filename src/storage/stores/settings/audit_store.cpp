#include "storage/stores/settings/audit_store.h"

#include <algorithm>

#include "storage/database/json_column.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

constexpr Query audit_entries_insert_query{
    .name = "audit_entries.insert",
    .sql = R"(INSERT INTO audit_entries (id, at, actor, action, subject, changes, change_values)
              VALUES ($1, $2, $3, $4, $5, $6, $7))",
};

constexpr Query audit_entries_has_query{
    .name = "audit_entries.has",
    .sql = R"(SELECT 1 FROM audit_entries WHERE action = $1 LIMIT 1)",
};

constexpr Query audit_entries_page_query{
    .name = "audit_entries.page",
    .sql =
        R"(SELECT id, at, actor, action, subject, changes, change_values FROM audit_entries ORDER BY id DESC LIMIT $1 OFFSET $2)",
};

constexpr Query audit_entries_older_query{
    .name = "audit_entries.older",
    .sql = R"(SELECT id, at, actor, action, subject, changes, change_values FROM audit_entries WHERE id < $2
              ORDER BY id DESC LIMIT $1)",
};

constexpr Query audit_entries_newer_query{
    .name = "audit_entries.newer",
    .sql = R"(SELECT id, at, actor, action, subject, changes, change_values FROM audit_entries WHERE id > $2
              ORDER BY id LIMIT $1)",
};

std::string names_json(const std::vector<domain::AuditedChange>& changes) {
    std::vector<std::string> names;
    names.reserve(changes.size());
    for (const auto& change : changes) { names.push_back(change.field); }
    return json_from_texts(names);
}

std::string values_json(const std::vector<domain::AuditedChange>& changes) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_array();
    for (const auto& change : changes) {
        if (!change.values) { continue; }
        writer.begin_object();
        writer.key("field");
        writer.string(change.field);
        writer.key("before");
        writer.raw(change.values->before);
        writer.key("after");
        writer.raw(change.values->after);
        writer.end_object();
    }
    writer.end_array();
    return json;
}

// In one form, whatever the database made of it.
std::string text_of(const std::optional<base::JsonValue>& value) {
    if (!value) { throw DatabaseBroken("an audit entry tells half of a change"); }
    std::string json;
    base::JsonWriter writer(json);
    base::write_json(writer, *value);
    return json;
}

std::vector<domain::AuditedChange> read_changes(std::string_view names, std::string_view values) {
    std::vector<domain::AuditedChange> changes;
    for (auto& name : texts_from_json(names)) { changes.push_back({.field = std::move(name)}); }
    const auto document = base::JsonDocument::parse(values);
    if (!document) { throw DatabaseBroken("an audit entry holds values that are not JSON"); }
    for (const auto told : document.value().root().elements()) {
        const auto field = told.find("field");
        if (!field) { throw DatabaseBroken("an audit entry holds a value of no field"); }
        const auto change = std::ranges::find(changes, field->string(), &domain::AuditedChange::field);
        if (change == changes.end()) { continue; }
        change->values = {.before = text_of(told.find("before")), .after = text_of(told.find("after"))};
    }
    return changes;
}

std::vector<AuditEntry> read_entries(Rows rows) {
    std::vector<AuditEntry> entries;
    while (rows.next()) {
        entries.push_back({
            .id = {rows.integer(0)},
            .at = {rows.integer(1)},
            .actor = {std::string(rows.text(2))},
            .action = std::string(rows.text(3)),
            .subject = std::string(rows.text(4)),
            .changes = read_changes(rows.text(5), rows.text(6)),
        });
    }
    return entries;
}

}  // namespace

void insert_audit_entry(Transaction& transaction, const AuditEntry& entry) {
    const auto changes = names_json(entry.changes);
    const auto values = values_json(entry.changes);
    transaction.execute(audit_entries_insert_query, {entry.id.number, entry.at.milliseconds, entry.actor.name,
                                                     entry.action, entry.subject, changes, values});
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
