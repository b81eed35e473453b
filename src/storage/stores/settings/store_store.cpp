#include "storage/stores/settings/store_store.h"

#include "storage/database/json_column.h"

namespace tradewind::storage {
namespace {

constexpr Query store_find_query{
    .name = "store.find",
    .sql =
        R"(SELECT id, name, currency, timezone, language, allowed_domains, default_country_code, created_at, updated_at,
                  incident_event_type
              FROM store)",
};

constexpr Query store_insert_query{
    .name = "store.insert",
    .sql = R"(INSERT INTO store (id, name, currency, timezone, language, allowed_domains, default_country_code,
                                 created_at, updated_at)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
};

constexpr Query store_update_query{
    .name = "store.update",
    .sql = R"(UPDATE store SET name = $2, currency = $3, timezone = $4, language = $5, allowed_domains = $6,
                               default_country_code = $7, updated_at = $8, incident_event_type = $9
              WHERE id = $1)",
};

constexpr Query store_forget_incident_type_query{
    .name = "store.forget_incident_type",
    .sql = R"(UPDATE store SET incident_event_type = NULL
              WHERE incident_event_type IS NOT NULL
                AND incident_event_type NOT IN (SELECT id FROM custom_event_types))",
};

}  // namespace

std::optional<domain::Store> find_store(Transaction& transaction) {
    auto rows = transaction.query(store_find_query);
    if (!rows.next()) { return std::nullopt; }
    return domain::Store{
        .id = {rows.integer(0)},
        .name = std::string(rows.text(1)),
        .currency = std::string(rows.text(2)),
        .timezone = std::string(rows.text(3)),
        .language = std::string(rows.text(4)),
        .allowed_domains = texts_from_json(rows.text(5)),
        .default_country_code = std::string(rows.text(6)),
        .created_at = {rows.integer(7)},
        .updated_at = {rows.integer(8)},
        .incident_event_type = rows.is_null(9) ? std::nullopt : std::optional(base::Id{rows.integer(9)}),
    };
}

void insert_store(Transaction& transaction, const domain::Store& store) {
    const auto allowed_domains = json_from_texts(store.allowed_domains);
    transaction.execute(store_insert_query,
                        {store.id.number, store.name, store.currency, store.timezone, store.language, allowed_domains,
                         store.default_country_code, store.created_at.milliseconds, store.updated_at.milliseconds});
}

void update_store(Transaction& transaction, const domain::Store& store) {
    const auto allowed_domains = json_from_texts(store.allowed_domains);
    transaction.execute(
        store_update_query,
        {store.id.number, store.name, store.currency, store.timezone, store.language, allowed_domains,
         store.default_country_code, store.updated_at.milliseconds,
         store.incident_event_type ? Parameter(store.incident_event_type->number) : Parameter(std::nullopt)});
}

void forget_missing_incident_type(Transaction& transaction) {
    transaction.execute(store_forget_incident_type_query);
}

}  // namespace tradewind::storage
