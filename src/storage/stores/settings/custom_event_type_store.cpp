#include "storage/stores/settings/custom_event_type_store.h"

#include "base/json.h"
#include "base/json_writer.h"

namespace tradewind::storage {
namespace {

constexpr Query custom_event_types_find_query{
    .name = "custom_event_types.find",
    .sql = R"(SELECT id, integration, name, category, alias, receive_type, icon, webhook_url, created_at, updated_at,
                     sealed_webhook_headers, fields FROM custom_event_types WHERE id = $1)",
};

constexpr Query has_alias_query{
    .name = "custom_event_types.has_alias",
    .sql = R"(SELECT id FROM custom_event_types WHERE alias = $1)",
};

constexpr Query ids_query{
    .name = "custom_event_types.ids",
    .sql = R"(SELECT id FROM custom_event_types ORDER BY id DESC)",
};

constexpr Query custom_event_types_count_query{
    .name = "custom_event_types.count",
    .sql = R"(SELECT count(*) FROM custom_event_types)",
};

constexpr Query custom_event_types_insert_query{
    .name = "custom_event_types.insert",
    .sql = R"(INSERT INTO custom_event_types (id, integration, name, category, alias, receive_type, icon, webhook_url,
                                              created_at, updated_at, sealed_webhook_headers, fields)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12))",
};

constexpr Query custom_event_types_delete_query{
    .name = "custom_event_types.delete",
    .sql = R"(DELETE FROM custom_event_types WHERE id = $1)",
};

constexpr Query custom_event_types_delete_of_query{
    .name = "custom_event_types.delete_of",
    .sql = R"(DELETE FROM custom_event_types WHERE integration = $1)",
};

std::vector<domain::CustomEventField> fields_from(std::string_view json) {
    const auto document = base::JsonDocument::parse(json);
    if (!document) { throw DatabaseBroken("the fields of an event type are not JSON"); }
    auto fields = domain::read_custom_event_fields(document.value().root());
    if (!fields) { throw DatabaseBroken("the fields of an event type cannot be read"); }
    return std::move(fields).take();
}

}  // namespace

std::optional<domain::CustomEventType> find_custom_event_type(Transaction& transaction, base::Id id) {
    auto rows = transaction.query(custom_event_types_find_query, {id.number});
    if (!rows.next()) { return std::nullopt; }
    domain::CustomEventType type;
    type.id = {rows.integer(0)};
    type.integration = {rows.integer(1)};
    type.name = rows.text(2);
    type.category = rows.text(3);
    type.alias = rows.maybe_text(4);
    type.receive_type = rows.maybe_text(5);
    type.icon = rows.maybe_text(6);
    type.webhook_url = rows.maybe_text(7);
    type.created_at = {rows.integer(8)};
    type.updated_at = {rows.integer(9)};
    type.sealed_webhook_headers = rows.text(10);
    type.fields = fields_from(rows.text(11));
    return type;
}

bool has_custom_event_type(Transaction& transaction, std::string_view alias) {
    return transaction.query(has_alias_query, {alias}).next();
}

std::vector<base::Id> custom_event_type_ids(Transaction& transaction) {
    auto rows = transaction.query(ids_query);
    std::vector<base::Id> ids;
    while (rows.next()) { ids.push_back({rows.integer(0)}); }
    return ids;
}

std::int64_t count_custom_event_types(Transaction& transaction) {
    auto rows = transaction.query(custom_event_types_count_query);
    return rows.next() ? rows.integer(0) : 0;
}

void insert_custom_event_type(Transaction& transaction, const domain::CustomEventType& type) {
    std::string fields;
    base::JsonWriter writer(fields);
    domain::write_custom_event_fields(writer, type.fields);
    transaction.execute(custom_event_types_insert_query,
                        {type.id.number, type.integration.number, type.name, type.category, type.alias,
                         type.receive_type, type.icon, type.webhook_url, type.created_at.milliseconds,
                         type.updated_at.milliseconds, Bytes{type.sealed_webhook_headers}, fields});
}

bool delete_custom_event_type(Transaction& transaction, base::Id id) {
    return transaction.execute_and_count(custom_event_types_delete_query, {id.number}) > 0;
}

void delete_custom_event_types_of(Transaction& transaction, base::Id integration) {
    transaction.execute(custom_event_types_delete_of_query, {integration.number});
}

}  // namespace tradewind::storage
