#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/secret.h"
#include "base/sources.h"
#include "storage/database/transaction.h"

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
// That something was deleted which may tell of people, of nobody in particular: its bytes are to be wiped, too.
void insert_nameless_erasure(Transaction& transaction, base::Sources& sources);
// Those with this id or a higher one, by id, at most so many.
std::vector<Erasure> erasures_from(Transaction& transaction, base::Id from, std::int64_t rows_max);
bool has_erasure(Transaction& transaction, base::Id id);
// Whether there is one of a person with a higher id; and of somebody with this hash.
bool has_erasure_after(Transaction& transaction, base::Id after);
bool has_erasure_of_email(Transaction& transaction, const base::KeyedHash& hash, base::Id after);
bool has_erasure_of_external_id(Transaction& transaction, const base::KeyedHash& hash, base::Id after);

// Of those whose traces may still be on the disk, when the first one was; nothing when there is none. One from after
// `believed_until` was made by a clock that was wrong, and counts as the first of all.
std::optional<base::Instant> first_erasure_to_do(Transaction& transaction, base::Instant believed_until);
// That no trace is left of those before this moment, nor of those that a wrong clock made.
struct ErasuresDone {
    base::Instant before;
    base::Instant believed_until;
    base::Instant at;
};
void note_erasures_done(Transaction& transaction, const ErasuresDone& done);

}  // namespace tradewind::storage
