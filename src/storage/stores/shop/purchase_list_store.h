#pragma once

#include "base/id.h"
#include "domain/lists/list_page.h"
#include "domain/shop/purchase.h"
#include "domain/shop/purchase_list.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Purchases without their items, with the keys that their contacts have now.
domain::Page<domain::Purchase> list_purchases(Transaction& transaction, const domain::PurchaseListRequest& request);
// Those of one contact, the last to be bought first. A cursor goes by the time of the purchase.
domain::Page<domain::Purchase> list_purchases_of(Transaction& transaction, base::Id contact,
                                                 const domain::PageRequest& request);

// Purchases that are there, the newest first, as in a list.
std::vector<domain::Purchase> find_purchases(Transaction& transaction, const std::vector<base::Id>& ids);

// The last to come in, newest first, by ids, contacts and items alone; fewer where their items are larger than this.
struct NewestPurchases {
    std::vector<domain::Purchase> found;
    bool is_all = false;  // There are no others.
};
NewestPurchases newest_purchases(Transaction& transaction, std::int64_t rows_max, std::size_t bytes_max);

}  // namespace tradewind::storage
