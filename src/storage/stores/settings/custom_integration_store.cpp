#include "storage/stores/settings/custom_integration_store.h"

#include "storage/database/field_columns.h"

namespace tradewind::storage {
namespace {

// The columns stand in the order of domain::custom_integration_fields.
constexpr Query custom_integrations_find_query{
    .name = "custom_integrations.find",
    .sql = R"(SELECT id, name, events_enabled, color, description, image_uri, created_at, updated_at
              FROM custom_integrations WHERE id = $1)",
};

constexpr Query custom_integrations_all_query{
    .name = "custom_integrations.all",
    .sql = R"(SELECT id, name, events_enabled, color, description, image_uri, created_at, updated_at
              FROM custom_integrations ORDER BY id DESC)",
};

constexpr Query custom_integrations_count_query{
    .name = "custom_integrations.count",
    .sql = R"(SELECT count(*) FROM custom_integrations)",
};

constexpr Query custom_integrations_insert_query{
    .name = "custom_integrations.insert",
    .sql = R"(INSERT INTO custom_integrations (id, name, events_enabled, color, description, image_uri, created_at,
                                               updated_at)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8))",
};

constexpr Query custom_integrations_update_query{
    .name = "custom_integrations.update",
    .sql = R"(UPDATE custom_integrations SET name = $2, events_enabled = $3, color = $4, description = $5,
                                             image_uri = $6, updated_at = $7
              WHERE id = $1)",
};

constexpr Query custom_integrations_delete_query{
    .name = "custom_integrations.delete",
    .sql = R"(DELETE FROM custom_integrations WHERE id = $1)",
};

}  // namespace

std::optional<domain::CustomIntegration> find_custom_integration(Transaction& transaction, base::Id id) {
    auto rows = transaction.query(custom_integrations_find_query, {id.number});
    if (!rows.next()) { return std::nullopt; }
    return read_columns(domain::custom_integration_fields, rows);
}

std::vector<domain::CustomIntegration> all_custom_integrations(Transaction& transaction) {
    auto rows = transaction.query(custom_integrations_all_query);
    std::vector<domain::CustomIntegration> integrations;
    while (rows.next()) { integrations.push_back(read_columns(domain::custom_integration_fields, rows)); }
    return integrations;
}

std::int64_t count_custom_integrations(Transaction& transaction) {
    auto rows = transaction.query(custom_integrations_count_query);
    return rows.next() ? rows.integer(0) : 0;
}

void insert_custom_integration(Transaction& transaction, const domain::CustomIntegration& integration) {
    transaction.execute(custom_integrations_insert_query,
                        {integration.id.number, integration.name, column_of(integration.events_enabled),
                         integration.color, integration.description, integration.image_uri,
                         integration.created_at.milliseconds, integration.updated_at.milliseconds});
}

void update_custom_integration(Transaction& transaction, const domain::CustomIntegration& integration) {
    transaction.execute(
        custom_integrations_update_query,
        {integration.id.number, integration.name, column_of(integration.events_enabled), integration.color,
         integration.description, integration.image_uri, integration.updated_at.milliseconds});
}

bool delete_custom_integration(Transaction& transaction, base::Id id) {
    return transaction.execute_and_count(custom_integrations_delete_query, {id.number}) > 0;
}

}  // namespace tradewind::storage
