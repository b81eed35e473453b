#include "storage/stores/settings/api_key_store.h"

#include <cassert>

#include "storage/database/hash_column.h"
#include "storage/database/json_column.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

constexpr Query api_keys_find_query{
    .name = "api_keys.find",
    .sql = R"(SELECT id, name, scopes, expires_at, created_at, last_used_at, secret_hash,
                     requests_per_minute FROM api_keys WHERE id = $1)",
};

constexpr Query api_keys_all_query{
    .name = "api_keys.all",
    .sql = R"(SELECT id, name, scopes, expires_at, created_at, last_used_at, secret_hash,
                     requests_per_minute FROM api_keys)",
};

constexpr Query api_keys_page_query{
    .name = "api_keys.page",
    .sql = R"(SELECT id, name, scopes, expires_at, created_at, last_used_at, secret_hash,
                     requests_per_minute FROM api_keys
              ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2)",
};

constexpr Query api_keys_older_query{
    .name = "api_keys.older",
    .sql = R"(SELECT id, name, scopes, expires_at, created_at, last_used_at, secret_hash,
                     requests_per_minute FROM api_keys
              WHERE (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $1)",
};

constexpr Query api_keys_newer_query{
    .name = "api_keys.newer",
    .sql = R"(SELECT id, name, scopes, expires_at, created_at, last_used_at, secret_hash,
                     requests_per_minute FROM api_keys
              WHERE (created_at, id) > ($2, $3) ORDER BY created_at ASC, id ASC LIMIT $1)",
};

constexpr Query api_keys_count_query{
    .name = "api_keys.count",
    .sql = R"(SELECT count(*) FROM api_keys)",
};

constexpr Query api_keys_insert_query{
    .name = "api_keys.insert",
    .sql = R"(INSERT INTO api_keys (id, name, scopes, expires_at, created_at, secret_hash, requests_per_minute)
              VALUES ($1, $2, $3, $4, $5, $6, $7))",
};

constexpr Query api_keys_delete_query{
    .name = "api_keys.delete",
    .sql = R"(DELETE FROM api_keys WHERE id = $1)",
};

constexpr Query note_use_query{
    .name = "api_keys.note_use",
    .sql = R"(UPDATE api_keys SET last_used_at = $2 WHERE id = $1)",
};

std::optional<base::Instant> maybe_instant(std::optional<std::int64_t> milliseconds) {
    return milliseconds ? std::optional(base::Instant{*milliseconds}) : std::nullopt;
}

domain::ApiKey read_key(const Rows& rows) {
    return {
        .id = std::string(rows.text(0)),
        .name = std::string(rows.text(1)),
        .scopes = texts_from_json(rows.text(2)),
        .expires_at = maybe_instant(rows.maybe_integer(3)),
        .requests_per_minute = rows.maybe_integer(7),
        .created_at = {rows.integer(4)},
        .last_used_at = maybe_instant(rows.maybe_integer(5)),
        .secret_hash = hash_from(rows.text(6)),
    };
}

std::vector<domain::ApiKey> read_keys(Rows rows) {
    std::vector<domain::ApiKey> keys;
    while (rows.next()) { keys.push_back(read_key(rows)); }
    return keys;
}

}  // namespace

std::optional<domain::ApiKey> find_api_key(Transaction& transaction, std::string_view id) {
    auto rows = transaction.query(api_keys_find_query, {id});
    if (!rows.next()) { return std::nullopt; }
    return read_key(rows);
}

std::vector<domain::ApiKey> all_api_keys(Transaction& transaction) {
    return read_keys(transaction.query(api_keys_all_query));
}

domain::Page<domain::ApiKey> list_api_keys(Transaction& transaction, const domain::PageRequest& page) {
    const auto from = [&](const Query& query) {
        return read_keys(
            transaction.query(query, {page.size + 1, page.cursor->created_at.milliseconds, page.cursor->id}));
    };
    const auto down = [&] {
        if (page.cursor) { return from(api_keys_older_query); }
        return read_keys(transaction.query(api_keys_page_query, {page.size + 1, (page.page - 1) * page.size}));
    };
    return read_page<domain::ApiKey>(page, down, [&] { return from(api_keys_newer_query); });
}

std::int64_t count_api_keys(Transaction& transaction) {
    auto rows = transaction.query(api_keys_count_query);
    const bool has_row = rows.next();
    assert(has_row && "an aggregate has one row");
    return has_row ? rows.integer(0) : 0;
}

void insert_api_key(Transaction& transaction, const domain::ApiKey& key) {
    const auto scopes = json_from_texts(key.scopes);
    std::optional<std::int64_t> expires_at;
    if (key.expires_at) { expires_at = key.expires_at->milliseconds; }
    transaction.execute(api_keys_insert_query, {key.id, key.name, scopes, expires_at, key.created_at.milliseconds,
                                                bytes_of(key.secret_hash), key.requests_per_minute});
}

bool delete_api_key(Transaction& transaction, std::string_view id) {
    return transaction.execute_and_count(api_keys_delete_query, {id}) > 0;
}

void note_api_key_use(Transaction& transaction, std::string_view id, base::Instant when) {
    transaction.execute(note_use_query, {id, when.milliseconds});
}

}  // namespace tradewind::storage
