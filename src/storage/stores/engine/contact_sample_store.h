#pragma once

#include <cstdint>
#include <vector>

#include "base/id.h"
#include "domain/journal/change.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Some of all contacts, chosen by their mixed id alone: as good as by chance, and the same for every writer. Whoever
// makes or removes a contact keeps them; only a contact below the threshold costs a row.

// So many at most, and the few that are added until somebody looks, which is about every 512th time.
inline constexpr std::int64_t contact_samples_max = 8'192;
inline constexpr std::int64_t contact_samples_looked_at = 512;

// How the samples stand for all contacts.
struct Sampling {
    std::int64_t threshold = domain::mixed_ids;  // Contacts whose mixed id is below it are samples.
    std::int64_t samples = 0;

    // The part of all contacts that are samples.
    [[nodiscard]] double fraction() const {
        return static_cast<double>(threshold) / static_cast<double>(domain::mixed_ids);
    }
};

void add_contact_sample(Transaction& transaction, base::Id contact);
void remove_contact_sample(Transaction& transaction, base::Id contact);

Sampling find_sampling(Transaction& transaction);
// At most so many of them, in an order as good as by chance: any beginning stands for all.
std::vector<base::Id> contact_samples(Transaction& transaction, std::int64_t rows_max);

}  // namespace tradewind::storage
