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

}  // namespace tradewind::storage
