#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "domain/lists/list_page.h"
#include "domain/shop/coupon_set.h"
#include "storage/database/known_name.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

std::optional<domain::CouponSet> find_coupon_set(Transaction& transaction, base::Id id);
// The same for whoever is going to change it, or its coupons: nobody else does so before this transaction ends. Comes
// after the locks of contacts and products.
std::optional<domain::CouponSet> lock_coupon_set(Transaction& transaction, base::Id id);
domain::Page<domain::CouponSet> list_coupon_sets(Transaction& transaction, const domain::PageRequest& page);
// All of them, by id.
std::vector<KnownName> coupon_set_names(Transaction& transaction);
// Whoever makes or deletes one holds lock_definitions().
std::int64_t count_coupon_sets(Transaction& transaction);
void insert_coupon_set(Transaction& transaction, const domain::CouponSet& set);
// Of one that was locked before.
void update_coupon_set(Transaction& transaction, const domain::CouponSet& set);
// Its coupons are another store's.
void delete_coupon_set(Transaction& transaction, base::Id id);

}  // namespace tradewind::storage
