#pragma once

#include <cstdint>
#include <vector>

#include "base/id.h"
#include "domain/journal/change.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Some of all contacts, chosen by their id alone: as good as by chance, and the same for every writer. Whoever makes or
// removes a contact keeps them; only a contact whose key is below the threshold costs a row.

// A number below domain::mixed_ids. It is not domain::mixed_id(), by which samples of old were chosen and which leaves
// ids that follow each other less even than chance: of an import, with thirty people in a millisecond, so many more or
// fewer were below the threshold that a store of 200,000 seemed larger or smaller by some percent.
std::int64_t sample_key(base::Id contact);

// So many at most, and the few that are added until somebody looks, which is about every 512th time.
inline constexpr std::int64_t contact_samples_max = 8'192;
inline constexpr std::int64_t contact_samples_looked_at = 512;

// How the samples stand for all contacts.
struct Sampling {
    std::int64_t threshold = domain::mixed_ids;  // Contacts whose key is below it are samples.
    std::int64_t samples = 0;

    // The part of all contacts that are samples.
    [[nodiscard]] double fraction() const {
        return static_cast<double>(threshold) / static_cast<double>(domain::mixed_ids);
    }
    // How many contacts there are, most likely, and how far off that is, as a standard deviation.
    [[nodiscard]] std::int64_t contacts() const;
    [[nodiscard]] double deviation() const;
};

void add_contact_sample(Transaction& transaction, base::Id contact);
void remove_contact_sample(Transaction& transaction, base::Id contact);

Sampling find_sampling(Transaction& transaction);
// At most so many of them, in an order as good as by chance: any beginning stands for all.
std::vector<base::Id> contact_samples(Transaction& transaction, std::int64_t rows_max);

}  // namespace tradewind::storage
