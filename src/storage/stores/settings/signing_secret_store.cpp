#include "storage/stores/settings/signing_secret_store.h"

namespace tradewind::storage {
namespace {

constexpr Query of_type_query{
    .name = "signing_secrets.of_type",
    .sql = R"(SELECT id, event_type, sealed_secret, created_at, expires_at FROM signing_secrets WHERE event_type = $1
              ORDER BY id DESC)",
};

constexpr Query signing_secrets_insert_query{
    .name = "signing_secrets.insert",
    .sql = R"(INSERT INTO signing_secrets (id, event_type, sealed_secret, created_at) VALUES ($1, $2, $3, $4))",
};

constexpr Query set_expiry_query{
    .name = "signing_secrets.set_expiry",
    .sql = R"(UPDATE signing_secrets SET expires_at = $2 WHERE id = $1)",
};

constexpr Query signing_secrets_delete_query{
    .name = "signing_secrets.delete",
    .sql = R"(DELETE FROM signing_secrets WHERE id = $1)",
};

constexpr Query delete_of_type_query{
    .name = "signing_secrets.delete_of_type",
    .sql = R"(DELETE FROM signing_secrets WHERE event_type = $1)",
};

constexpr Query signing_secrets_delete_of_query{
    .name = "signing_secrets.delete_of",
    .sql = R"(DELETE FROM signing_secrets
              WHERE event_type IN (SELECT id FROM custom_event_types WHERE integration = $1))",
};

}  // namespace

std::vector<domain::SigningSecret> signing_secrets_of(Transaction& transaction, base::Id type) {
    auto rows = transaction.query(of_type_query, {type.number});
    std::vector<domain::SigningSecret> secrets;
    while (rows.next()) {
        const auto expires_at = rows.maybe_integer(4);
        secrets.push_back({
            .id = {rows.integer(0)},
            .type = {rows.integer(1)},
            .sealed_secret = std::string(rows.text(2)),
            .created_at = {rows.integer(3)},
            .expires_at = expires_at ? std::optional(base::Instant{*expires_at}) : std::nullopt,
        });
    }
    return secrets;
}

void insert_signing_secret(Transaction& transaction, const domain::SigningSecret& secret) {
    transaction.execute(signing_secrets_insert_query, {secret.id.number, secret.type.number,
                                                       Bytes{secret.sealed_secret}, secret.created_at.milliseconds});
}

void set_signing_secret_expiry(Transaction& transaction, base::Id id, base::Instant expires_at) {
    transaction.execute(set_expiry_query, {id.number, expires_at.milliseconds});
}

void delete_signing_secret(Transaction& transaction, base::Id id) {
    transaction.execute(signing_secrets_delete_query, {id.number});
}

void delete_signing_secrets(Transaction& transaction, base::Id type) {
    transaction.execute(delete_of_type_query, {type.number});
}

void delete_signing_secrets_of(Transaction& transaction, base::Id integration) {
    transaction.execute(signing_secrets_delete_of_query, {integration.number});
}

}  // namespace tradewind::storage
