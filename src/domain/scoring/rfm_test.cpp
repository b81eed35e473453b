#include "domain/scoring/rfm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "domain/fields/contact_field_list.h"

namespace tradewind::domain {
namespace {

base::Instant at(std::string_view text) {
    return base::Instant::parse(text).take();
}

PurchaseFigures bought(std::int64_t purchases, std::int64_t total, std::string_view last) {
    return {.purchases = purchases,
            .total_amount = {total * base::Decimal::scale},
            .first_at = at("2020-01-01"),
            .last_at = at(last)};
}

TEST(RfmGroup, EveryThreeDigitsHaveOneGroupThatTheFieldKnows) {
    std::set<std::string, std::less<>> known;
    const ContactFieldList fields;
    for (const auto& option : fields.find("_rfm")->options) { known.insert(option.id); }
    std::map<std::string_view, int> sizes;
    for (std::int64_t recency = 1; recency <= 5; ++recency) {
        for (std::int64_t frequency = 1; frequency <= 5; ++frequency) {
            for (std::int64_t monetary = 1; monetary <= 5; ++monetary) {
                const auto group = rfm_group(recency, frequency, monetary);
                EXPECT_TRUE(known.contains(group)) << recency << frequency << monetary << " " << group;
                ++sizes[group];
            }
        }
    }
    EXPECT_EQ(sizes, (std::map<std::string_view, int>{{"champions", 7},
                                                      {"loyal-customers", 8},
                                                      {"potential-loyalists", 24},
                                                      {"new-customers", 7},
                                                      {"promising", 16},
                                                      {"need-attention", 8},
                                                      {"about-to-sleep", 5},
                                                      {"at-risk", 22},
                                                      {"cannot-lose-them", 8},
                                                      {"hibernating", 14},
                                                      {"lost", 6}}));
}

TEST(RfmGroup, TellsTheDigitsApartByTheirPlaces) {
    const std::vector<std::tuple<int, int, int, std::string_view>> cases{{5, 5, 5, "champions"},
                                                                         {5, 1, 1, "new-customers"},
                                                                         {1, 5, 5, "cannot-lose-them"},
                                                                         {1, 1, 5, "cannot-lose-them"},
                                                                         {1, 5, 1, "lost"},
                                                                         {1, 1, 1, "lost"},
                                                                         {5, 1, 5, "promising"},
                                                                         {3, 3, 3, "potential-loyalists"},
                                                                         {3, 3, 1, "about-to-sleep"},
                                                                         {2, 4, 4, "at-risk"},
                                                                         {2, 1, 1, "hibernating"},
                                                                         {3, 3, 4, "need-attention"},
                                                                         {4, 3, 5, "loyal-customers"}};
    for (const auto& [recency, frequency, monetary, group] : cases) {
        EXPECT_EQ(rfm_group(recency, frequency, monetary), group) << recency << frequency << monetary;
    }
}

std::vector<std::int64_t> scores(const std::vector<std::int64_t>& values) {
    const QuintileCuts cuts(values);
    std::vector<std::int64_t> all;
    for (const auto value : values) { all.push_back(cuts.score(value)); }
    return all;
}

TEST(QuintileCuts, ScoreByWhereAValueStandsAndEqualOnesAlike) {
    using Values = std::vector<std::int64_t>;
    const std::vector<std::pair<Values, Values>> cases{
        {{7}, {3}},
        {{1, 2}, {2, 4}},
        {{1, 2, 3}, {1, 3, 5}},
        {{1, 2, 3, 4}, {1, 2, 4, 5}},
        {{10, 20, 30, 40, 50}, {1, 2, 3, 4, 5}},
        {{50, 10, 40, 20, 30}, {5, 1, 4, 2, 3}},
        {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {1, 1, 2, 2, 3, 3, 4, 4, 5, 5}},
        {{4, 4, 4, 4, 4, 4, 4}, {3, 3, 3, 3, 3, 3, 3}},
        {{1, 1, 1, 1, 1, 1, 1, 1, 2, 9}, {3, 3, 3, 3, 3, 3, 3, 3, 5, 5}},
        {{1, 1, 1, 1, 1, 2, 2, 2, 2, 2}, {2, 2, 2, 2, 2, 4, 4, 4, 4, 4}},
        {{-3, -3, 0, 0, 8}, {2, 2, 4, 4, 5}},  // On the border of two fifths: the better one.
        {{std::numeric_limits<std::int64_t>::min(), -1, 0, 1, 1'000'000'000'000'000'000}, {1, 2, 3, 4, 5}},
    };
    for (const auto& [values, expected] : cases) {
        EXPECT_EQ(scores(values), expected) << testing::PrintToString(values);
    }
}

TEST(QuintileCuts, ScoreAValueThatWasNotThereAsTheNextSmallerOne) {
    const QuintileCuts cuts({10, 20, 30, 40, 50});
    EXPECT_EQ(cuts.score(9), 1);
    EXPECT_EQ(cuts.score(19), 1);
    EXPECT_EQ(cuts.score(21), 2);
    EXPECT_EQ(cuts.score(1'000), 5);
    EXPECT_EQ(QuintileCuts().score(1'000), 1);
}

TEST(QuintileCuts, AgreeWithCountingForAnyValues) {
    const auto seed = std::random_device{}();
    std::mt19937 chance(seed);
    for (int round = 0; round < 300; ++round) {
        std::vector<std::int64_t> values(1 + chance() % 60);
        const auto kinds = 1 + chance() % 30;
        for (auto& value : values) { value = static_cast<std::int64_t>(chance() % kinds) - 5; }
        const QuintileCuts cuts(values);
        for (const auto value : values) {
            const auto smaller = std::ranges::count_if(values, [&](auto other) { return other < value; });
            const auto equal = std::ranges::count(values, value);
            const auto expected = 1 + 5 * (2 * smaller + equal) / (2 * std::ssize(values));
            ASSERT_EQ(cuts.score(value), expected) << "seed " << seed << " " << testing::PrintToString(values);
        }
    }
}

TEST(RfmModel, ScoresBuyersByTheirLastPurchaseTheirNumberAndTheirAverage) {
    const std::vector<PurchaseFigures> buyers{
        bought(9, 90, "2026-01-01"),  bought(1, 50, "2026-02-01"),  bought(7, 7, "2026-03-01"),
        bought(3, 300, "2026-04-01"), bought(5, 100, "2026-05-01"),
    };
    RfmModel model(at("2026-06-01T01:00:00Z"));
    for (const auto& buyer : buyers) { model.add(buyer); }
    model.settle();
    const std::vector<std::string_view> expected{"152", "214", "341", "425", "533"};
    for (std::size_t number = 0; number < buyers.size(); ++number) {
        const auto found = model.scores_of(buyers[number]);
        EXPECT_EQ(std::to_string(*found.recency) + std::to_string(*found.frequency) + std::to_string(*found.monetary),
                  expected[number]);
        EXPECT_EQ(found.group, rfm_group(*found.recency, *found.frequency, *found.monetary));
    }
}

TEST(RfmModel, LooksTwoYearsBack) {
    struct Case {
        std::string_view as_of;
        std::string_view last;
        bool counts;
    };
    for (const auto& [as_of, last, counts] : {
             Case{"2026-06-01T01:00:00Z", "2024-06-01T01:00:00Z", true},
             Case{"2026-06-01T01:00:00Z", "2024-06-01T00:59:59.999Z", false},
             Case{"2028-02-29T01:00:00Z", "2026-02-28T01:00:00Z", true},
             Case{"2028-02-29T01:00:00Z", "2026-02-28T00:59:59Z", false},
             Case{"2026-06-01T01:00:00Z", "2030-01-01", true},  // A purchase may be dated in the future.
         }) {
        RfmModel model(at(as_of));
        model.add(bought(1, 1, last));
        model.settle();
        EXPECT_EQ(model.scores_of(bought(1, 1, last)) != RfmScores(), counts) << as_of << " " << last;
    }
}

TEST(RfmModel, WhoeverDoesNotCountMovesNobody) {
    RfmModel model(at("2026-06-01T01:00:00Z"));
    const auto one = bought(1, 10, "2026-01-01");
    const auto other = bought(2, 40, "2026-02-01");
    for (int times = 0; times < 10; ++times) {
        model.add(bought(100, 100'000, "2020-01-01"));
        model.add({});
    }
    model.add(one);
    model.add(other);
    model.settle();
    EXPECT_EQ(model.scores_of(one).recency, 2);
    EXPECT_EQ(model.scores_of(other).monetary, 4);
    EXPECT_EQ(model.scores_of({}), RfmScores());
    EXPECT_EQ(model.scores_of(bought(100, 100'000, "2020-01-01")), RfmScores());
}

TEST(RfmModel, TakesAnEvenSampleBeyondWhatItHolds) {
    constexpr std::int64_t buyers = 10'000;
    RfmModel exact(at("2026-06-01T01:00:00Z"));
    RfmModel sampled(at("2026-06-01T01:00:00Z"), 100);
    for (std::int64_t number = 0; number < buyers; ++number) {
        exact.add(bought(1 + number, 1, "2026-01-01"));
        sampled.add(bought(1 + number, 1, "2026-01-01"));
    }
    exact.settle();
    sampled.settle();
    int differ = 0;
    for (std::int64_t number = 0; number < buyers; ++number) {
        const auto figures = bought(1 + number, 1, "2026-01-01");
        EXPECT_EQ(exact.scores_of(figures).frequency, 1 + 5 * number / buyers);
        differ += exact.scores_of(figures).frequency != sampled.scores_of(figures).frequency ? 1 : 0;
    }
    EXPECT_LE(differ, 4 * buyers / 50) << "no cut is off by more than one of the fifty that are left at least";
}

TEST(ScoresDue, AtOneInTheMorningOfEveryDay) {
    EXPECT_EQ(scores_due_at(at("2026-06-01T01:00:00Z")), at("2026-06-01T01:00:00Z"));
    EXPECT_EQ(scores_due_at(at("2026-06-01T00:59:59.999Z")), at("2026-05-31T01:00:00Z"));
    EXPECT_EQ(scores_due_at(at("2026-06-01T23:59:59Z")), at("2026-06-01T01:00:00Z"));
    EXPECT_EQ(scores_due_at(at("1969-12-31T12:00:00Z")), at("1969-12-31T01:00:00Z"));
}

TEST(ScoresDue, OnceForEachTimeAndAgainAfterAClockThatWasWrong) {
    const auto due = at("2026-06-02T01:00:00Z");
    EXPECT_TRUE(are_scores_due({}, due));
    EXPECT_TRUE(are_scores_due(at("2026-06-01T01:00:00Z"), due));
    EXPECT_FALSE(are_scores_due(due, due));
    EXPECT_FALSE(are_scores_due(at("2026-06-03T01:00:00Z"), due)) << "by another process, whose clock is ahead";
    EXPECT_TRUE(are_scores_due(at("2026-06-04T01:00:00Z"), due));
}

}  // namespace
}  // namespace tradewind::domain
