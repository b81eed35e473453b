#include "storage/stores/contacts/activity_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "storage/database/timed_rows.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_plans.h"

namespace tradewind::storage {
namespace {

// As in a store of many contacts, where nearly nobody is a sample.
constexpr Query sample_nobody{.name = "test.sample_nobody", .sql = "UPDATE sampling SET threshold = 0"};

using Places = std::vector<std::pair<std::int64_t, std::int64_t>>;

class ActivityStore : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto run(Work work) {
        using Value = std::invoke_result_t<Work&, Transaction&>;
        return write_and_wait(*database,
                              [&](Transaction& transaction) { return base::Result<Value>(work(transaction)); })
            .take();
    }
    void SetUp() override {
        run([](Transaction& transaction) {
            domain::Contact contact;
            contact.id = ada;
            contact.email = "ada@example.org";
            insert_contact(transaction, contact);
            return true;
        });
    }
    void add(base::Id id, base::Instant at) {
        run([&](Transaction& transaction) {
            insert_activity(transaction, {.id = id,
                                          .contact = ada,
                                          .kind = domain::ActivityKind::CustomEvent,
                                          .at = at,
                                          .data = "{}",
                                          .moment = "{}"});
            return true;
        });
        added.emplace_back(at.milliseconds, id.number);
        std::sort(added.begin(), added.end());
    }
    // What a walk in steps of so many finds, by both ways to walk.
    Places walked(std::int64_t rows_max, base::Instant from, base::Instant to) {
        Places all;
        Places kinds;
        ActivityWalk walk{.after = from,
                          .after_id = {-1},
                          .to = to,
                          .segment = {},
                          .rows_max = rows_max,
                          .bytes_max = std::numeric_limits<std::size_t>::max()};
        auto walk_of_kinds = walk;
        for (bool is_end = false; !is_end;) {
            const auto some = run([&](Transaction& transaction) { return activities_after(transaction, walk); });
            for (const auto& one : some.found) {
                all.emplace_back(one.activity.at.milliseconds, one.activity.id.number);
            }
            const auto others =
                run([&](Transaction& transaction) { return activity_kinds_after(transaction, walk_of_kinds); });
            for (const auto& one : others.found) { kinds.emplace_back(one.at.milliseconds, one.id.number); }
            EXPECT_EQ(all, kinds);
            EXPECT_LE(std::ssize(some.found), rows_max);
            EXPECT_EQ(some.next, others.next);
            is_end = !some.next;
            if (is_end) { break; }
            EXPECT_GT(*some.next, (TimePlace{.at = walk.after, .id = walk.after_id.number})) << "it goes on";
            walk.after = walk_of_kinds.after = some.next->at;
            walk.after_id = walk_of_kinds.after_id = {some.next->id};
        }
        return all;
    }

    static constexpr base::Id ada{1};
    TestDatabase database{GetParam()};
    Places added;  // In order.
};

INSTANTIATE_TEST_SUITE_P(Engines, ActivityStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& chosen) { return chosen.param == TestEngine::Sqlite ? "Sqlite" : "Postgres"; });

TEST_P(ActivityStore, AWalkByTimeFindsWhatHappenedWhenItsIdWasMadeAndWhatDidNotInOneOrder) {
    constexpr base::Instant start{1'700'000'000'000};
    constexpr base::Instant past{1'500'000'000'000};  // Before there were ids.
    for (int step = 0; step < 12; ++step) {
        const base::Instant now{start.milliseconds + step / 3};
        const auto first = base::Id::first_at(now).number + step * 2;
        add({first}, now);
        if (step % 2 == 0) { add({first + 1}, {now.milliseconds - 1}); }
        if (step % 4 == 0) { add({first + 1'000}, {now.milliseconds + 2}); }
        if (step % 5 == 0) { add({first + 2'000}, past); }
    }
    ASSERT_EQ(added.size(), 12U + 6U + 3U + 3U);
    const base::Instant end{start.milliseconds + 1'000};
    for (const std::int64_t rows_max : {1, 2, 3, 100}) {
        EXPECT_EQ(walked(rows_max, {0}, end), added) << rows_max;
        EXPECT_EQ(walked(rows_max, past, end), added) << rows_max;
        Places within;
        for (const auto& place : added) {
            if (place.first >= start.milliseconds + 1 && place.first <= start.milliseconds + 2) {
                within.push_back(place);
            }
        }
        EXPECT_EQ(walked(rows_max, {start.milliseconds + 1}, {start.milliseconds + 2}), within) << rows_max;
    }
}

// As when the purchases of years are taken in: no read looks at more than its share of them.
TEST_P(ActivityStore, AWalkThatMeetsOnlyWhatHappenedAtAnotherTimeComesToAnEnd) {
    constexpr base::Instant now{1'700'000'000'000};
    constexpr base::Instant past{1'650'000'000'000};
    for (int count = 0; count < 20; ++count) { add({base::Id::first_at(now).number + count}, past); }
    add({base::Id::first_at(now).number + 100}, now);
    EXPECT_EQ(walked(3, {now.milliseconds - 1}, now), Places({added.back()}));
    EXPECT_EQ(walked(3, past, now), added);
}

TEST(TimedRows, IdsStandBehindAPlaceAndBeforeAMoment) {
    constexpr base::Instant now{1'700'000'000'000};
    constexpr base::Instant next{now.milliseconds + 1};
    const auto first = base::Id::first_at(now).number;
    const auto end = base::Id::first_at(next).number;
    const auto after = [&](base::Instant at, std::int64_t id) { return ids_between({.at = at, .id = id}, next).after; };
    EXPECT_EQ(after(now, -1), first - 1);
    EXPECT_EQ(after(now, first - 5), first - 1) << "the id of something off time";
    EXPECT_EQ(after(now, first), first);
    EXPECT_EQ(after(now, first + 7), first + 7);
    EXPECT_EQ(after(now, end + 7), end - 1) << "likewise";
    EXPECT_EQ(after({0}, -1), -1);
    EXPECT_EQ(ids_between({.at = now, .id = 0}, next).before, end);
}

// Each tree of so small a database is one page, so that the pages of a commit in the log are the trees that it changed.
class ChangedTrees : public testing::Test {
  protected:
    std::int64_t by(const std::function<void(Transaction&)>& work) {
        const auto before = database->figures().log_bytes.value();
        write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
            work(transaction);
            return {};
        }).take();
        constexpr std::int64_t page_bytes = 4096;
        return (database->figures().log_bytes.value() - before) / page_bytes;
    }

    TestDatabase database{TestEngine::Sqlite};
};

TEST_F(ChangedTrees, OfAContactAreItsRowAndTheIndexOfTheKeyThatChanged) {
    domain::Contact ada;
    ada.id = base::Id::first_at({1'700'000'000'000});
    ada.created_at = ada.id.made_at();
    ada.email = "ada@example.org";
    ada.name = "Ada";
    ada.surname = "Lovelace";
    ada.mobile_phone = "+34651234567";
    const auto inserted = [&](std::int64_t number, std::string email) {
        auto other = ada;
        other.id.number += number;
        other.email = std::move(email);
        return by([&](Transaction& transaction) { insert_contact(transaction, other); });
    };
    inserted(1, "eve@example.org");
    EXPECT_EQ(inserted(2, "bob@example.org"), 7) << "a sample, while there are few contacts, changes two more";
    by([](Transaction& transaction) { transaction.execute(sample_nobody); });
    EXPECT_EQ(inserted(0, "ada@example.org"), 5) << "the row, the address, a key of each search; nothing by time";
    const auto changed = [&](auto change) {
        auto after = ada;
        change(after);
        const auto trees = by([&](Transaction& transaction) { update_contact(transaction, ada, after); });
        ada = after;
        return trees;
    };
    EXPECT_EQ(changed([](auto& after) { after.points = 1; }), 1);
    EXPECT_EQ(changed([](auto& after) { after.name = "Eve"; }), 2);
    EXPECT_EQ(changed([](auto& after) { after.surname = "Byron"; }), 3) << "the key of a name holds the surname, too";
    EXPECT_EQ(changed([](auto& after) { after.mobile_phone = "+34651234568"; }), 2);
}

TEST_F(ChangedTrees, OfAnActivityAreTwoAndOneMoreWhenItTellsOfAnotherTime) {
    const auto added = [&](std::int64_t number, std::int64_t late_by) {
        const base::Id id{base::Id::first_at({1'700'000'000'000}).number + number};
        return by([&](Transaction& transaction) {
            insert_activity(transaction, {.id = id,
                                          .contact = {1},
                                          .kind = domain::ActivityKind::CustomEvent,
                                          .at = {id.made_at().milliseconds - late_by},
                                          .data = "{}",
                                          .moment = "{}"});
        });
    };
    added(0, 0);
    EXPECT_EQ(added(1, 0), 2);
    EXPECT_EQ(added(2, 1), 3);
}

TEST(ActivityStorePlans, OnSqliteNothingIsSortedAndNothingSkipped) {
    const auto plans = sqlite_plans([](const ListedQuery& listed) {
        return listed.file.ends_with("activity_store.cpp") && listed.engines != QueryEngines::Postgres;
    });
    ASSERT_GE(plans.size(), 12U);
    for (const auto& [name, plan] : plans) {
        EXPECT_EQ(plan.find("TEMP B-TREE FOR ORDER BY"), std::string::npos) << name << ": " << plan;
        EXPECT_EQ(plan.find("SCAN a"), std::string::npos) << name << ": " << plan;
    }
}

}  // namespace
}  // namespace tradewind::storage
