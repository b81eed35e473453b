#include "storage/stores/contacts/erasure_store.h"

#include "storage/database/hash_column.h"

namespace tradewind::storage {
namespace {

constexpr Query erasures_insert_query{
    .name = "erasures.insert",
    .sql = R"(INSERT INTO erasures (id, email_hash, external_id_hash, erased_at, contact_hash)
              VALUES ($1, $2, $3, $4, $5))",
};

constexpr Query from_query{
    .name = "erasures.from",
    .sql = R"(SELECT id, email_hash, external_id_hash, erased_at, contact_hash FROM erasures
              WHERE id >= $1 ORDER BY id LIMIT $2)",
};

constexpr Query erasures_has_query{
    .name = "erasures.has",
    .sql = R"(SELECT id FROM erasures WHERE id = $1)",
};

constexpr Query erasures_after_query{
    .name = "erasures.after",
    .sql = R"(SELECT id FROM erasures
              WHERE id > $1 AND (email_hash IS NOT NULL OR external_id_hash IS NOT NULL) ORDER BY id LIMIT 1)",
};

constexpr Query of_email_query{
    .name = "erasures.of_email",
    .sql = R"(SELECT id FROM erasures WHERE email_hash = $1 AND id > $2 LIMIT 1)",
};

constexpr Query of_external_id_query{
    .name = "erasures.of_external_id",
    .sql = R"(SELECT id FROM erasures WHERE external_id_hash = $1 AND id > $2 LIMIT 1)",
};

constexpr Query to_do_query{
    .name = "erasures.to_do",
    .sql = R"(SELECT min(CASE WHEN erased_at > $1 THEN 0 ELSE erased_at END) FROM erasures WHERE physical_at IS NULL)",
};

constexpr Query done_query{
    .name = "erasures.done",
    .sql = R"(UPDATE erasures SET physical_at = $2
              WHERE physical_at IS NULL AND (erased_at < $1 OR erased_at > $3))",
};

Parameter maybe_bytes(const std::optional<base::KeyedHash>& hash) {
    return hash ? Parameter(bytes_of(*hash)) : Parameter(std::nullopt);
}

std::optional<base::KeyedHash> maybe_hash(const Rows& rows, int column) {
    return rows.is_null(column) ? std::nullopt : std::optional(hash_from(rows.text(column)));
}

}  // namespace

void insert_erasure(Transaction& transaction, const Erasure& erasure) {
    transaction.execute(erasures_insert_query,
                        {erasure.id.number, maybe_bytes(erasure.email_hash), maybe_bytes(erasure.external_id_hash),
                         erasure.erased_at.milliseconds, maybe_bytes(erasure.contact_hash)});
}

void insert_nameless_erasure(Transaction& transaction, base::Sources& sources) {
    insert_erasure(
        transaction,
        {.id = sources.ids.next(), .email_hash = {}, .external_id_hash = {}, .erased_at = sources.clock.now()});
}

std::vector<Erasure> erasures_from(Transaction& transaction, base::Id from, std::int64_t rows_max) {
    std::vector<Erasure> found;
    auto rows = transaction.query(from_query, {from.number, rows_max});
    while (rows.next()) {
        found.push_back({.id = {rows.integer(0)},
                         .email_hash = maybe_hash(rows, 1),
                         .external_id_hash = maybe_hash(rows, 2),
                         .erased_at = {rows.integer(3)},
                         .contact_hash = maybe_hash(rows, 4)});
    }
    return found;
}

bool has_erasure(Transaction& transaction, base::Id id) {
    return transaction.query(erasures_has_query, {id.number}).next();
}

bool has_erasure_after(Transaction& transaction, base::Id after) {
    return transaction.query(erasures_after_query, {after.number}).next();
}

bool has_erasure_of_email(Transaction& transaction, const base::KeyedHash& hash, base::Id after) {
    return transaction.query(of_email_query, {bytes_of(hash), after.number}).next();
}

bool has_erasure_of_external_id(Transaction& transaction, const base::KeyedHash& hash, base::Id after) {
    return transaction.query(of_external_id_query, {bytes_of(hash), after.number}).next();
}

std::optional<base::Instant> first_erasure_to_do(Transaction& transaction, base::Instant believed_until) {
    auto rows = transaction.query(to_do_query, {believed_until.milliseconds});
    if (!rows.next() || rows.is_null(0)) { return std::nullopt; }
    return base::Instant{rows.integer(0)};
}

void note_erasures_done(Transaction& transaction, const ErasuresDone& done) {
    transaction.execute(done_query, {done.before.milliseconds, done.at.milliseconds, done.believed_until.milliseconds});
}

}  // namespace tradewind::storage
