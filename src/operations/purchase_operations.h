#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/contacts/contact_key.h"
#include "domain/shop/purchase.h"
#include "operations/activity_operations.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// How large a purchase may become by what the catalogue tells of its products.
inline constexpr std::size_t purchase_details_bytes_max = std::size_t{16} * 1024 * 1024;

// What is wrong with the purchase of which this much could be read: the problems found so far, and that its two keys do
// not name one contact, if it has two.
std::vector<base::Problem> purchase_problems(storage::Transaction& transaction, const domain::NewPurchase& wanted,
                                             std::vector<base::Problem> problems);

// Records a purchase with the products as they are now, counts it into the totals of its contact and the sales of its
// products, and journals it. Refused: keys that do not name one contact, sums that cannot be counted (Invalid), a
// purchaseId that is taken (Conflict), an unknown buyer (E0101), unknown products (E0102), addresses outside the
// store's authorised domains (E0103). Invalid may come after something was written: whoever goes on in the transaction
// must undo that first. The definitions are those that the transaction sees.
base::Result<domain::Purchase> create_purchase(storage::Transaction& transaction, base::Sources& sources,
                                               const storage::Definitions& definitions,
                                               const domain::NewPurchase& wanted, const domain::Cause& cause);

// By what it names its buyer.
std::vector<domain::ContactKey> buyer_keys(const domain::NewPurchase& wanted);

// Takes it out again, with its activity, out of the totals and the sales. Nothing happens when there is none.
void delete_purchase(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                     base::Id id);
void delete_purchase(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                     std::string_view purchase_id);

}  // namespace tradewind::operations
