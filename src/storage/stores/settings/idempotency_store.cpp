#include "storage/stores/settings/idempotency_store.h"

#include "storage/database/hash_column.h"

namespace tradewind::storage {
namespace {

constexpr Query idempotent_answers_find_query{
    .name = "idempotent_answers.find",
    .sql = R"(SELECT request_hash, status, sealed_answer, contact_id, created_at FROM idempotent_answers
              WHERE key_hash = $1)",
};

constexpr Query make_room_query{
    .name = "idempotent_answers.make_room",
    .sql = R"(DELETE FROM idempotent_answers WHERE key_hash = $1 AND created_at < $2)",
};

// Not one that replaces a row which is there: of two requests at the same moment the second must fail here, be undone
// and run again, to find the answer of the first.
constexpr Query claim_query{
    .name = "idempotent_answers.claim",
    .sql = R"(INSERT INTO idempotent_answers (key_hash, request_hash, status, sealed_answer, created_at)
              VALUES ($1, $2, $3, $4, $5))",
    .when_locked = "The first request with this Idempotency-Key is still running.",
};

constexpr Query keep_query{
    .name = "idempotent_answers.keep",
    .sql = R"(UPDATE idempotent_answers SET status = $2, sealed_answer = $3, contact_id = $4 WHERE key_hash = $1)",
};

constexpr Query age_query{
    .name = "idempotent_answers.age",
    .sql = R"(SELECT created_at FROM idempotent_answers ORDER BY created_at DESC LIMIT 1 OFFSET $1)",
};

constexpr Query idempotent_answers_forget_query{
    .name = "idempotent_answers.forget",
    .sql = R"(DELETE FROM idempotent_answers WHERE key_hash IN
              (SELECT key_hash FROM idempotent_answers WHERE created_at < $1 ORDER BY created_at LIMIT $2))",
};

constexpr Query about_query{
    .name = "idempotent_answers.about",
    .sql = R"(SELECT count(*), max(created_at) FROM idempotent_answers WHERE contact_id = $1)",
};

constexpr Query forget_about_query{
    .name = "idempotent_answers.forget_about",
    .sql = R"(DELETE FROM idempotent_answers WHERE contact_id = $1)",
};

constexpr Query idempotent_answers_count_query{
    .name = "idempotent_answers.count",
    .sql = R"(SELECT count(*) FROM idempotent_answers)",
};

}  // namespace

std::optional<IdempotentAnswer> find_idempotent_answer(Transaction& transaction, const base::KeyedHash& key_hash) {
    auto rows = transaction.query(idempotent_answers_find_query, {bytes_of(key_hash)});
    if (!rows.next()) { return std::nullopt; }
    const auto contact = rows.maybe_integer(3);
    return IdempotentAnswer{
        .key_hash = key_hash,
        .request_hash = hash_from(rows.text(0)),
        .status = rows.integer(1),
        .sealed_answer = std::string(rows.text(2)),
        .contact = contact ? std::optional(base::Id{*contact}) : std::nullopt,
        .created_at = {rows.integer(4)},
    };
}

void claim_idempotency_key(Transaction& transaction, const IdempotentAnswer& claim, base::Instant oldest_kept) {
    transaction.execute(make_room_query, {bytes_of(claim.key_hash), oldest_kept.milliseconds});
    transaction.execute(claim_query, {bytes_of(claim.key_hash), bytes_of(claim.request_hash), claim.status,
                                      Bytes{claim.sealed_answer}, claim.created_at.milliseconds});
}

void keep_idempotent_answer(Transaction& transaction, const IdempotentAnswer& answer) {
    const auto contact = answer.contact ? Parameter(answer.contact->number) : Parameter(std::nullopt);
    transaction.execute(keep_query, {bytes_of(answer.key_hash), answer.status, Bytes{answer.sealed_answer}, contact});
}

std::optional<base::Instant> oldest_of_idempotent_answers(Transaction& transaction, std::int64_t count) {
    auto rows = transaction.query(age_query, {count});
    if (!rows.next()) { return std::nullopt; }
    return base::Instant{rows.integer(0)};
}

std::int64_t forget_idempotent_answers(Transaction& transaction, base::Instant before, std::int64_t rows_max) {
    return transaction.execute_and_count(idempotent_answers_forget_query, {before.milliseconds, rows_max});
}

std::optional<IdempotentAnswersAbout> idempotent_answers_about(Transaction& transaction, base::Id contact) {
    auto rows = transaction.query(about_query, {contact.number});
    if (!rows.next() || rows.is_null(1)) { return std::nullopt; }
    return IdempotentAnswersAbout{.count = rows.integer(0), .newest = {rows.integer(1)}};
}

void forget_idempotent_answers_about(Transaction& transaction, base::Id contact) {
    transaction.execute(forget_about_query, {contact.number});
}

std::int64_t count_idempotent_answers(Transaction& transaction) {
    auto rows = transaction.query(idempotent_answers_count_query);
    return rows.next() ? rows.integer(0) : 0;
}

}  // namespace tradewind::storage
