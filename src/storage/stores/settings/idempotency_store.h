#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/id.h"
#include "base/instant.h"
#include "base/secret.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// The answer to a request that carried an Idempotency-Key, kept for when it is sent again.
struct IdempotentAnswer {
    base::KeyedHash key_hash = {};      // Of the Idempotency-Key.
    base::KeyedHash request_hash = {};  // Of method, path, query and body.
    std::int64_t status = 0;
    std::string sealed_answer = {};
    std::optional<base::Id> contact = {};  // Whom it concerns.
    base::Instant created_at = {};
};

std::optional<IdempotentAnswer> find_idempotent_answer(Transaction& transaction, const base::KeyedHash& key_hash);
// Makes the key this transaction's own; its answer follows. While another transaction has it, this one waits for that,
// at most 2 s; then Conflict. The key must not be there, unless it was made before `oldest_kept`.
void claim_idempotency_key(Transaction& transaction, const IdempotentAnswer& claim, base::Instant oldest_kept);
// The answer under a claimed key.
void keep_idempotent_answer(Transaction& transaction, const IdempotentAnswer& answer);
// Deletes the oldest ones made before this moment; how many, at most `rows_max`.
std::int64_t forget_idempotent_answers(Transaction& transaction, base::Instant before, std::int64_t rows_max);
// When the newest one was made of those that are older than the newest `count`; nothing when there are no more.
std::optional<base::Instant> oldest_of_idempotent_answers(Transaction& transaction, std::int64_t count);
// Those that concern a contact: how many, and when the newest was made; nothing when there is none.
struct IdempotentAnswersAbout {
    std::int64_t count;
    base::Instant newest;
};
std::optional<IdempotentAnswersAbout> idempotent_answers_about(Transaction& transaction, base::Id contact);
// Deletes every one that concerns this contact.
void forget_idempotent_answers_about(Transaction& transaction, base::Id contact);
std::int64_t count_idempotent_answers(Transaction& transaction);

}  // namespace tradewind::storage
