#include "storage/erasure_store.h"

#include "storage/hash_column.h"

namespace tradewind::storage {
namespace {

constexpr Query insert_query{
    .name = "erasures.insert",
    .sql = R"(INSERT INTO erasures (id, email_hash, external_id_hash, erased_at) VALUES ($1, $2, $3, $4))",
};

constexpr Query to_do_query{
    .name = "erasures.to_do",
    .sql = R"(SELECT id FROM erasures WHERE physical_at IS NULL AND erased_at < $1 ORDER BY id LIMIT 1)",
};

constexpr Query done_query{
    .name = "erasures.done",
    .sql = R"(UPDATE erasures SET physical_at = $2 WHERE physical_at IS NULL AND erased_at < $1)",
};

Parameter maybe_bytes(const std::optional<base::KeyedHash>& hash) {
    return hash ? Parameter(bytes_of(*hash)) : Parameter(std::nullopt);
}

}  // namespace

void insert_erasure(Transaction& transaction, const Erasure& erasure) {
    transaction.execute(insert_query, {erasure.id.number, maybe_bytes(erasure.email_hash),
                                       maybe_bytes(erasure.external_id_hash), erasure.erased_at.milliseconds});
}

bool has_erasures_to_do(Transaction& transaction, base::Instant before) {
    return transaction.query(to_do_query, {before.milliseconds}).next();
}

void note_erasures_done(Transaction& transaction, base::Instant before, base::Instant now) {
    transaction.execute(done_query, {before.milliseconds, now.milliseconds});
}

}  // namespace tradewind::storage
