#include "jobs/coupon_purge_job.h"

#include <gtest/gtest.h>

#include "storage/stores/shop/coupon_set_store.h"
#include "storage/stores/shop/coupon_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::jobs {
namespace {

constexpr storage::Query count_query{.name = "test.count_coupons",
                                     .sql = "SELECT count(*) FROM coupons WHERE set_id = $1"};

class CouponPurgeJobTest : public testing::Test {
  protected:
    template <class Work>
    void write(Work work) {
        const auto done =
            storage::write_and_wait(*database, [&](storage::Transaction& transaction) -> base::Result<void> {
                work(transaction);
                return {};
            });
        ASSERT_TRUE(done);
    }
    void make_set(std::int64_t id, int coupons) {
        domain::CouponSet set;
        set.id = {id};
        set.name = "Back";
        set.type = domain::multiple_coupon_set;
        std::vector<std::string> codes;
        for (int code = 0; code < coupons; ++code) { codes.push_back(std::to_string(code)); }
        write([&](storage::Transaction& transaction) {
            storage::insert_coupon_set(transaction, set);
            storage::insert_coupons(transaction, set, codes, {});
        });
    }
    std::int64_t coupons_of(std::int64_t id) {
        std::int64_t count = -1;
        write([&](storage::Transaction& transaction) {
            auto rows = transaction.query(count_query, {id});
            if (rows.next()) { count = rows.integer(0); }
        });
        return count;
    }

    storage::TestDatabase database;
};

TEST_F(CouponPurgeJobTest, DeletesTheCouponsOfDeletedSetsAndNoOthers) {
    make_set(1, 3);
    make_set(2, 1001);
    make_set(3, 3);
    make_set(4, 1);
    write([](storage::Transaction& transaction) {
        storage::delete_coupon_set(transaction, {2});
        storage::delete_coupon_set(transaction, {4});
    });
    CouponPurgeJob(*database).run();
    EXPECT_EQ(coupons_of(1), 3);
    EXPECT_EQ(coupons_of(2), 0);
    EXPECT_EQ(coupons_of(3), 3);
    EXPECT_EQ(coupons_of(4), 0);
}

TEST_F(CouponPurgeJobTest, HasNothingToDoWithoutSets) {
    CouponPurgeJob(*database).run();
    EXPECT_EQ(coupons_of(1), 0);
}

}  // namespace
}  // namespace tradewind::jobs
