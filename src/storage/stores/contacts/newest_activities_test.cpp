#include "storage/stores/contacts/newest_activities.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "storage/stores/contacts/activity_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::newest_activities_test {
namespace {

class NewestActivities : public StoreTest {
  protected:
    // An activity with the id of one moment and the time of another.
    base::Id insert(std::int64_t id_at, std::int64_t at) {
        const base::Id id = base::Id::first_at({id_at});
        run([&](Transaction& transaction) {
            insert_activity(transaction,
                            {.id = id, .contact = {7}, .kind = domain::ActivityKind::CustomEvent, .at = {at}});
        });
        return id;
    }
    std::vector<base::Id> newest(std::int64_t rows_max) {
        const auto found = run([&](Transaction& transaction) { return newest_activities(transaction, rows_max); });
        std::vector<base::Id> ids;
        for (const auto& activity : found) { ids.push_back(activity.id); }
        return ids;
    }

    static constexpr std::int64_t now = 1'767'225'600'000;
};

INSTANTIATE_TEST_SUITE_P(Engines, NewestActivities, both_engines, engine_name);

TEST_P(NewestActivities, ThoseOfATimeOfTheirOwnStandAmongTheOthers) {
    EXPECT_TRUE(newest(10).empty());
    const auto first = insert(now, now);
    const auto second = insert(now + 5, now + 5);
    const auto told_late = insert(now + 9, now + 2);
    const auto told_early = insert(now + 1, now + 7);
    EXPECT_EQ(newest(10), (std::vector<base::Id>{told_early, second, told_late, first}));
}

TEST_P(NewestActivities, NothingIsToldBehindAGap) {
    for (int number = 0; number < 6; ++number) { insert(now + number, now + number); }
    const auto old = insert(now + 10, now - 1'000);
    EXPECT_EQ(newest(3).front(), base::Id::first_at({now + 5}));
    const auto found = newest(3);
    EXPECT_EQ(std::ranges::count(found, old), 0);
    EXPECT_EQ(newest(100).back(), old);
}

TEST_P(NewestActivities, TheLastOneIsNotHiddenByOneOfDaysToCome) {
    const auto last = [&] { return run([&](Transaction& transaction) { return newest_activity(transaction); }); };
    EXPECT_EQ(last(), std::nullopt);
    insert(now, now + 1'000'000);
    const auto first = insert(now + 5, now + 5);
    EXPECT_EQ(last(), first);
    const auto second = insert(now + 6, now + 6);
    EXPECT_EQ(last(), second);
}

}  // namespace
}  // namespace tradewind::storage::newest_activities_test
