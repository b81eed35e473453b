#include "storage/stores/settings/store_store.h"

#include "storage/database/json_column.h"

namespace tradewind::storage {
namespace {

constexpr Query store_find_query{
    .name = "store.find",
    .sql =
        R"(SELECT id, name, currency, timezone, language, allowed_domains, default_country_code, created_at, updated_at
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
                               default_country_code = $7, updated_at = $8
              WHERE id = $1)",
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
    transaction.execute(store_update_query,
                        {store.id.number, store.name, store.currency, store.timezone, store.language, allowed_domains,
                         store.default_country_code, store.updated_at.milliseconds});
}

}  // namespace tradewind::storage
