#include "jobs/coupon_purge_job.h"

#include <optional>

#include "storage/stores/shop/coupon_set_store.h"
#include "storage/stores/shop/coupon_store.h"

namespace tradewind::jobs {

void CouponPurgeJob::run() {
    struct Found {
        std::optional<base::Id> set;
        bool is_gone = false;
    };
    base::Id last;
    while (true) {
        const auto next = storage::read_and_wait(database_, [&](storage::Transaction& transaction) {
            Found found{.set = storage::next_set_with_coupons(transaction, last)};
            found.is_gone = found.set && !storage::find_coupon_set(transaction, *found.set);
            return base::Result(found);
        });
        if (!next || !next.value().set) { return; }
        last = *next.value().set;
        if (next.value().is_gone && !purge(last)) { return; }
    }
}

base::Result<void> CouponPurgeJob::purge(base::Id set) {
    std::int64_t deleted = rows_per_slice;
    while (deleted == rows_per_slice) {
        deleted = TRY(storage::write_and_wait(
            database_,
            [&](storage::Transaction& transaction) {
                return base::Result(storage::delete_some_coupons(transaction, set, rows_per_slice));
            },
            storage::purge_terms));
    }
    return {};
}

}  // namespace tradewind::jobs
