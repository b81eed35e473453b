#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "domain/shop/contact_totals.h"
#include "domain/shop/purchase.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// With the keys that its contact has now.
std::optional<domain::Purchase> find_purchase(Transaction& transaction, base::Id id);
// By the store's own identifier.
std::optional<domain::Purchase> find_purchase(Transaction& transaction, std::string_view purchase_id);
bool has_purchase(Transaction& transaction, std::string_view purchase_id);

// The store's identifier must be free: of two who insert it at the same moment, the second runs again.
void insert_purchase(Transaction& transaction, const domain::Purchase& purchase);
// False when it is not there any more.
bool remove_purchase(Transaction& transaction, const domain::Purchase& purchase);

// When this contact bought for the first and the last time.
domain::PurchaseDates purchase_dates(Transaction& transaction, base::Id contact);
// Nobody can tell any more that these purchases were this contact's.
void forget_buyer(Transaction& transaction, base::Id contact);

// What the column of the items holds. Throws DatabaseBroken when it holds something else.
std::vector<domain::PurchaseItem> purchase_items_from(std::string_view json);

}  // namespace tradewind::storage
