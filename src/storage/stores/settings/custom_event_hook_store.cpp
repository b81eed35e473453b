#include "storage/stores/settings/custom_event_hook_store.h"

#include "storage/database/hash_column.h"

namespace tradewind::storage {
namespace {

constexpr Query custom_event_hooks_find_query{
    .name = "custom_event_hooks.find",
    .sql = R"(SELECT event_type, token_hash, sealed_token, sealed_secret, created_at FROM custom_event_hooks
              WHERE event_type = $1)",
};

constexpr Query custom_event_hooks_all_query{
    .name = "custom_event_hooks.all",
    .sql = R"(SELECT event_type, token_hash, sealed_token, sealed_secret, created_at FROM custom_event_hooks)",
};

constexpr Query custom_event_hooks_insert_query{
    .name = "custom_event_hooks.insert",
    .sql = R"(INSERT INTO custom_event_hooks (event_type, token_hash, sealed_token, sealed_secret, created_at)
              VALUES ($1, $2, $3, $4, $5))",
};

constexpr Query custom_event_hooks_update_query{
    .name = "custom_event_hooks.update",
    .sql = R"(UPDATE custom_event_hooks SET token_hash = $2, sealed_token = $3, sealed_secret = $4, created_at = $5
              WHERE event_type = $1)",
};

constexpr Query custom_event_hooks_delete_query{
    .name = "custom_event_hooks.delete",
    .sql = R"(DELETE FROM custom_event_hooks WHERE event_type = $1)",
};

constexpr Query custom_event_hooks_delete_of_query{
    .name = "custom_event_hooks.delete_of",
    .sql = R"(DELETE FROM custom_event_hooks
              WHERE event_type IN (SELECT id FROM custom_event_types WHERE integration = $1))",
};

domain::CustomEventHook read_hook(const Rows& rows) {
    return {
        .type = {rows.integer(0)},
        .token_hash = hash_from(rows.text(1)),
        .sealed_token = std::string(rows.text(2)),
        .sealed_secret = rows.maybe_text(3),
        .created_at = {rows.integer(4)},
    };
}

void write_hook(Transaction& transaction, const Query& query, const domain::CustomEventHook& hook) {
    const auto secret = hook.sealed_secret ? Parameter(Bytes{*hook.sealed_secret}) : Parameter(std::nullopt);
    transaction.execute(query, {hook.type.number, bytes_of(hook.token_hash), Bytes{hook.sealed_token}, secret,
                                hook.created_at.milliseconds});
}

}  // namespace

std::optional<domain::CustomEventHook> find_custom_event_hook(Transaction& transaction, base::Id type) {
    auto rows = transaction.query(custom_event_hooks_find_query, {type.number});
    if (!rows.next()) { return std::nullopt; }
    return read_hook(rows);
}

std::vector<domain::CustomEventHook> all_custom_event_hooks(Transaction& transaction) {
    auto rows = transaction.query(custom_event_hooks_all_query);
    std::vector<domain::CustomEventHook> hooks;
    while (rows.next()) { hooks.push_back(read_hook(rows)); }
    return hooks;
}

void insert_custom_event_hook(Transaction& transaction, const domain::CustomEventHook& hook) {
    write_hook(transaction, custom_event_hooks_insert_query, hook);
}

void update_custom_event_hook(Transaction& transaction, const domain::CustomEventHook& hook) {
    write_hook(transaction, custom_event_hooks_update_query, hook);
}

void delete_custom_event_hook(Transaction& transaction, base::Id type) {
    transaction.execute(custom_event_hooks_delete_query, {type.number});
}

void delete_custom_event_hooks_of(Transaction& transaction, base::Id integration) {
    transaction.execute(custom_event_hooks_delete_of_query, {integration.number});
}

}  // namespace tradewind::storage
