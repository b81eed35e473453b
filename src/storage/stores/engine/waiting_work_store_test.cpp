#include "storage/stores/engine/waiting_work_store.h"

#include <gtest/gtest.h>

#include "base/id.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/dead_letter_store.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::waiting_work_store_test {
namespace {

class WaitingWorkStore : public StoreTest {
  protected:
    WaitingWork count(std::int64_t rows_max = 100) {
        return run([&](Transaction& transaction) { return count_waiting_work(transaction, rows_max); });
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, WaitingWorkStore, both_engines, engine_name);

TEST_P(WaitingWorkStore, OfAStoreWithoutAnyIsNone) {
    const auto work = count();
    EXPECT_EQ(work.changes + work.calls + work.dead_calls + work.dead_letters, 0);
    EXPECT_EQ(work.lag({1'000'000}), 0);
}

TEST_P(WaitingWorkStore, IsCountedUpToANumberAndTellsHowLongTheOldestChangeWaits) {
    constexpr std::int64_t now = 1'800'000'000'000;
    run([&](Transaction& transaction) {
        for (std::int64_t number = 1; number <= 3; ++number) {
            const auto at = base::Id::first_at({now - number * 1'000}).number;
            queue_change(transaction, {.contact = {number}, .number = at, .change = {.fields = {"_points"}}});
            domain::Delivery call;
            call.contact = {number};
            call.id = {number};
            call.run = {number};
            call.node = "n";
            if (number == 1) {
                call.due_at = base::Instant{now};
            } else {
                call.state = domain::DeliveryState::Dead;
                call.ended_at = base::Instant{now};
            }
            insert_delivery(transaction, call);
        }
        insert_dead_letter(transaction, {.id = {1}, .contact = {7}, .number = 0, .error = "x", .at = {now}});
    });
    const auto work = count();
    EXPECT_EQ(work.changes, 3);
    EXPECT_EQ(work.lag({now}), 3'000);
    EXPECT_EQ(work.lag({now - 60'000}), 0) << "a clock that was set back";
    EXPECT_EQ(work.calls, 1);
    EXPECT_EQ(work.dead_calls, 2);
    EXPECT_EQ(work.dead_letters, 1);
    EXPECT_EQ(count(1).changes, 1);
    EXPECT_EQ(count(1).dead_calls, 1);
}

}  // namespace
}  // namespace tradewind::storage::waiting_work_store_test
