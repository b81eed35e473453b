#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/secret.h"
#include "storage/transaction.h"

namespace tradewind::storage {

// That a person was erased. Who it was follows only for somebody who has the secret key and knows whom to look for.
struct Erasure {
    base::Id id;
    std::optional<base::KeyedHash> email_hash;
    std::optional<base::KeyedHash> external_id_hash;
    base::Instant erased_at;
    std::optional<base::KeyedHash> contact_hash = {};  // Of their id. Nothing in what older versions wrote.
};

void insert_erasure(Transaction& transaction, const Erasure& erasure);
// Those with this id or a higher one, by id, at most so many.
std::vector<Erasure> erasures_from(Transaction& transaction, base::Id from, std::int64_t rows_max);
bool has_erasure(Transaction& transaction, base::Id id);
// Whether there are erasures of before this moment whose traces may still be on the disk.
bool has_erasures_to_do(Transaction& transaction, base::Instant before);
// That no trace is left of those before this moment.
void note_erasures_done(Transaction& transaction, base::Instant before, base::Instant now);

}  // namespace tradewind::storage
