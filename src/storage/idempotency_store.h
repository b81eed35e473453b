#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/instant.h"
#include "base/secret.h"
#include "storage/transaction.h"

namespace tradewind::storage {

// The answer to a request that carried an Idempotency-Key, kept for when it is sent again.
struct IdempotentAnswer {
    base::KeyedHash key_hash;      // Of the Idempotency-Key.
    base::KeyedHash request_hash;  // Of method, path, query and body.
    std::int64_t status;
    std::string sealed_answer;
    base::Instant created_at;
};

std::optional<IdempotentAnswer> find_idempotent_answer(Transaction& transaction, const base::KeyedHash& key_hash);
// Replaces one of the same key that was made before `oldest_kept`; there must be no newer one.
void keep_idempotent_answer(Transaction& transaction, const IdempotentAnswer& answer, base::Instant oldest_kept);
// Deletes the oldest ones made before this moment; how many, at most `rows_max`.
std::int64_t forget_idempotent_answers(Transaction& transaction, base::Instant before, std::int64_t rows_max);
std::int64_t count_idempotent_answers(Transaction& transaction);

}  // namespace tradewind::storage
