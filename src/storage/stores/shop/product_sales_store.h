#pragma once

#include <vector>

#include "base/id.h"
#include "domain/shop/product_sales.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Adds to what was sold of a product on a day; what it is afterwards. Several products: in the order of their ids, so
// that nobody waits for somebody who waits for him.
domain::ProductSales add_product_sales(Transaction& transaction, const domain::ProductSales& more);
// Takes out again what was added before.
void take_product_sales(Transaction& transaction, const domain::ProductSales& gone);

// Of one product, by day, from a day on; at most so many days.
std::vector<domain::ProductSales> list_product_sales(Transaction& transaction, base::Id product, std::int64_t from_day,
                                                     std::int64_t days_max);

}  // namespace tradewind::storage
