#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/lists/list_page.h"
#include "domain/shop/coupon_set.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whoever adds, gives out or takes away coupons has locked their set before.

// New codes of a set, numbered from the one after `set.last_number`; none of them may be there.
void insert_coupons(Transaction& transaction, const domain::CouponSet& set, const std::vector<std::string>& codes,
                    base::Instant now);
// The same for one code; false when it is there already.
bool insert_coupon(Transaction& transaction, const domain::CouponSet& set, std::string_view code, base::Instant now);

// Which of these codes the set has.
struct FoundCode {
    std::string code;
    bool is_assigned;
};
std::vector<FoundCode> find_coupons(Transaction& transaction, base::Id set, const std::vector<std::string>& codes);

// Who gets a coupon, and when.
struct CouponHolder {
    base::Id contact;
    base::Instant at;
};
// Gives the next free code of a set of many to somebody; nothing when there is none.
std::optional<domain::Coupon> take_coupon(Transaction& transaction, const domain::CouponSet& set,
                                          const CouponHolder& holder);
// Notes a use of the one code of a set, under this number.
void insert_coupon_use(Transaction& transaction, const domain::CouponSet& set, std::int64_t number,
                       const CouponHolder& holder);

void delete_coupons(Transaction& transaction, base::Id set, const std::vector<std::string>& codes);

// The last to come first; of one state alone when that is wanted.
domain::Page<domain::Coupon> list_coupons(Transaction& transaction, const domain::CouponSet& set,
                                          const std::optional<domain::CouponState>& state,
                                          const domain::PageRequest& page);

// What one contact was given, the last first, at most so many; without those of deleted sets.
struct HeldCoupon {
    base::Id set;
    std::string set_name;
    std::string code;
    base::Instant assigned_at;
};
std::vector<HeldCoupon> coupons_of_contact(Transaction& transaction, base::Id contact, std::int64_t rows_max);
// Nobody can tell any more to whom these were given. They stay used up.
void forget_coupon_holder(Transaction& transaction, base::Id contact);

// The first set after this one that has coupons, whether the set is still there or not.
std::optional<base::Id> next_set_with_coupons(Transaction& transaction, base::Id after);
// Deletes coupons of a set, at most so many; how many they were.
std::int64_t delete_some_coupons(Transaction& transaction, base::Id set, std::int64_t rows_max);

// When a code came into its set; nothing when it is not in it.
std::optional<base::Instant> coupon_made_at(Transaction& transaction, base::Id set, std::string_view code);

}  // namespace tradewind::storage
