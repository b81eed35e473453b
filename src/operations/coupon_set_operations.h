#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/shop/coupon_set.h"
#include "operations/segment_uses.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// Each answers the set as it is now; NotFound when there is none.

// Invalid when there are as many as there may be.
base::Result<domain::CouponSet> create_coupon_set(storage::Transaction& transaction, base::Sources& sources,
                                                  const domain::Actor& actor, const domain::NewCouponSet& wanted);
// The patch was read by domain::coupon_set_change_fields.
base::Result<domain::CouponSet> change_coupon_set(storage::Transaction& transaction, base::Sources& sources,
                                                  const domain::Actor& actor, base::Id id,
                                                  const domain::Patch<domain::CouponSet>& patch);
// Takes its codes with it. Conflict while a workflow that is active or paused gives them out, or something else uses
// it; `users` are users_of() it.
base::Result<void> delete_coupon_set(storage::Transaction& transaction, base::Sources& sources,
                                     const domain::Actor& actor, base::Id id, const Users& users = {});

// All or none of the codes; Invalid, with all that is wrong at once, also when the set has one of them already, is of
// one code, or would have too many.
base::Result<domain::CouponSet> add_coupon_codes(storage::Transaction& transaction, base::Sources& sources,
                                                 const domain::Actor& actor, base::Id id,
                                                 const domain::CouponCodes& wanted);
// Likewise; Invalid also when the set does not have one of them, or has given it out.
base::Result<domain::CouponSet> remove_coupon_codes(storage::Transaction& transaction, base::Sources& sources,
                                                    const domain::Actor& actor, base::Id id,
                                                    const domain::CouponCodes& wanted);

enum class AddedCode { New, ThereAlready };
// Adds one code, which is checked here, to a set of many; no audit row is written. Invalid with one problem, whose path
// is the caller's to put: the code is none, or the set is of one code or would have too many.
base::Result<AddedCode> add_coupon_code(storage::Transaction& transaction, base::Sources& sources, base::Id set,
                                        std::string_view code);

// What is said of a set that is not there.
base::Error unknown_coupon_set();

}  // namespace tradewind::operations
