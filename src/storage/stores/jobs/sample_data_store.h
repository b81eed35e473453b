#pragma once

#include <cstdint>
#include <vector>

#include "base/id.h"
#include "domain/settings/sample_data.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

domain::SampleShop find_sample_data(Transaction& transaction);
// The same, and nobody else changes it before the transaction ends.
domain::SampleShop lock_sample_data(Transaction& transaction);
void update_sample_data(Transaction& transaction, const domain::SampleShop& changed);

// What has a lower id than this one, the oldest first, at most so many.
std::vector<base::Id> contacts_made_before(Transaction& transaction, base::Id before, std::int64_t rows_max);
std::vector<base::Id> products_made_before(Transaction& transaction, base::Id before, std::int64_t rows_max);
std::vector<base::Id> purchases_made_before(Transaction& transaction, base::Id before, std::int64_t rows_max);

}  // namespace tradewind::storage
