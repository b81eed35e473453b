#include "domain/journal/change.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "domain/journal/cause.h"

namespace tradewind::domain {
namespace {

// How far the fullest and the emptiest bucket are from an equal share, in standard deviations of chance.
double worst_deviation(std::int64_t first, std::int64_t step, int ids) {
    std::array<int, change_buckets> counts{};
    for (int number = 0; number < ids; ++number) {
        ++counts[static_cast<std::size_t>(bucket_of({first + step * number}))];
    }
    const double share = static_cast<double>(ids) / change_buckets;
    double worst = 0;
    for (const auto count : counts) { worst = std::max(worst, std::abs(count - share) / std::sqrt(share)); }
    return worst;
}

TEST(ChangeBucket, SpreadsIdsHoweverTheyWereMade) {
    constexpr std::int64_t millisecond = std::int64_t{1} << 22;
    const auto first = base::Id::first_at(base::Instant::parse("2026-11-17T08:00:00Z").value()).number;
    struct Case {
        const char* made;
        std::int64_t step;
    };
    for (const auto& [made, step] :
         {Case{"in one millisecond", 1}, Case{"by many nodes", 4096}, Case{"one a millisecond", millisecond},
          Case{"one a second", 1000 * millisecond}, Case{"one a minute", 60'000 * millisecond},
          Case{"one in 64 ms", 64 * millisecond}, Case{"one an hour", 3'600'000 * millisecond}}) {
        EXPECT_LT(worst_deviation(first, step, 64'000), 6) << made;
    }
}

TEST(ChangeBucket, StaysWhereItWas) {
    EXPECT_EQ(bucket_of({0}), 0);
    EXPECT_EQ(bucket_of({1}), 48'272 % 64);
    EXPECT_EQ(bucket_of({912'345'678'901'234'567}), bucket_of({912'345'678'901'234'567 % 2'147'483'647}));
}

TEST(Change, NamesTheFieldsInWhichTwoStatesDiffer) {
    Contact before;
    before.custom = {{.number = 3, .json = "1"}, {.number = 5, .json = "2"}};
    EXPECT_EQ(changed_fields(before, before), std::vector<std::string>());
    auto after = before;
    after.name = "Ada";
    after.total_purchases = 2;
    after.total_amount = base::Decimal::parse("10").value();
    after.clv = base::Decimal::parse("1").value();
    after.custom = {{.number = 1, .json = "1"}, {.number = 3, .json = "7"}};
    EXPECT_EQ(changed_fields(before, after),
              (std::vector<std::string>{"_name", "_totalPurchases", "_totalPurchasesAmount", "_averagePurchasesAmount",
                                        "_clv", "f1", "f3", "f5"}));
}

TEST(ChangeListeners, HearOnlyWhatSomebodyWaitsFor) {
    using Kind = ChangeTopic::Kind;
    ChangeListeners listeners;
    const Change created{.kind = ActivityKind::ContactCreated};
    EXPECT_TRUE(listeners.is_empty());
    EXPECT_FALSE(listeners.hear(created));
    listeners.add({.kind = Kind::Activity, .name = "custom-event", .subject = {7}});
    listeners.add({.kind = Kind::Activity, .name = "purchase"});
    EXPECT_FALSE(listeners.is_empty());
    EXPECT_FALSE(listeners.hear(created));
    listeners.add({.kind = Kind::Field, .name = "_name"});
    EXPECT_TRUE(listeners.hear(created)) << "all of its fields are new";
    EXPECT_TRUE(listeners.hear({.fields = {"_surname", "_name"}, .kind = ActivityKind::ContactUpdated}));
    EXPECT_FALSE(listeners.hear({.fields = {"_surname"}, .kind = ActivityKind::ContactUpdated}));
    EXPECT_TRUE(listeners.hear({.kind = ActivityKind::CustomEvent, .subject = {7}}));
    EXPECT_FALSE(listeners.hear({.kind = ActivityKind::CustomEvent, .subject = {8}}));
    EXPECT_TRUE(listeners.hear({.purchases = true, .kind = ActivityKind::Purchase}));
    EXPECT_FALSE(listeners.hear({.purchases = true})) << "a deleted one";
    listeners.add({.kind = Kind::Purchases});
    EXPECT_TRUE(listeners.hear({.purchases = true}));
}

TEST(Cause, IsWrittenAndReadBack) {
    const auto run = base::Id::first_at(base::Instant::parse("2026-11-17T08:00:00Z").value());
    using Kind = Cause::Kind;
    for (const auto& cause :
         {Cause{}, Cause{.kind = Kind::Quiet}, Cause{.kind = Kind::Import}, Cause{.kind = Kind::Build},
          Cause{.kind = Kind::Scores}, Cause{.kind = Kind::Run, .run = run, .node = 12}}) {
        EXPECT_EQ(parse_cause(cause_text(cause)), cause);
    }
    EXPECT_EQ(cause_text({.kind = Kind::Run, .run = run, .node = 12}), "run " + run.text() + " 12");
    for (const auto* text : {"", "apis", "import 3", "run", "run 1", "run x 1", "run ", "run  "}) {
        EXPECT_EQ(parse_cause(std::string(text)), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace tradewind::domain
