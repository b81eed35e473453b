#include "domain/scoring/customer_value.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace tradewind::domain::customer_value_test {
namespace {

constexpr std::int64_t day_milliseconds = 86'400'000;
constexpr base::Instant monday{1'704'067'200'000};  // 2024-01-01T00:00:00Z
constexpr base::Decimal ten{10 * base::Decimal::scale};

base::Instant on(std::int64_t day, std::int64_t milliseconds = 0) {
    return {monday.milliseconds + day * day_milliseconds + milliseconds};
}

base::Decimal euros(std::int64_t amount) {
    return {amount * base::Decimal::scale};
}

std::string text(const BuyerSummary& buyer) {
    return std::to_string(buyer.repeats) + " repeats, last " + std::to_string(buyer.last_days) + ", age " +
           std::to_string(buyer.age_days) + ", mean " + buyer.repeat_mean.text();
}

std::string text(const CustomerValue& value) {
    return value.p_alive.text() + " " + value.churn_rate.text() + " " + value.expected_purchases.text() + " " +
           value.clv.text();
}

struct Bought {
    base::Instant at;
    base::Decimal price;
};

std::string summary_text(const std::vector<Bought>& purchases, base::Instant now) {
    BuyerHistory history;
    for (const auto& [at, price] : purchases) { history.add(at, price); }
    const auto summary = history.summary(now);
    return summary ? text(*summary) : "none";
}

// A store whose buyers come on random days.
struct Store {
    StoreHistory history;
    BuyerSample sample;
    std::vector<BuyerSummary> buyers;

    explicit Store(int count, std::int64_t age_max = 400) {
        std::mt19937_64 chance(7);
        const auto below = [&](std::int64_t limit) {
            return static_cast<std::int64_t>(chance() % static_cast<std::uint64_t>(limit));
        };
        for (int number = 1; number <= count; ++number) {
            BuyerHistory buyer;
            const auto first = below(age_max);
            StoreHistory::Buyer totals{.first = on(first), .last = on(first), .purchases = 0};
            const auto mean_gap = 1 + below(200);
            for (auto day = first; day < age_max; day += 1 + below(2 * mean_gap)) {
                buyer.add(on(day), {1 + below(100 * base::Decimal::scale)});
                totals.last = on(day);
                ++totals.purchases;
                if (below(4) == 0) { break; }
            }
            history.add(totals);
            buyers.push_back(buyer.summary(on(age_max)).value());
            sample.add({number}, buyers.back());
        }
    }
};

std::string refusal(const StoreHistory& history) {
    const auto checked = history.check();
    return checked ? "" : checked.error().detail;
}

// So many buyers, the last of whom bought most and for the last time.
StoreHistory store_with(std::int64_t buyers, base::Instant first, base::Instant last, std::int64_t purchases_of_one) {
    StoreHistory history;
    for (std::int64_t number = 1; number < buyers; ++number) {
        history.add({.first = first, .last = first, .purchases = 1});
    }
    if (buyers > 0) { history.add({.first = last, .last = last, .purchases = purchases_of_one}); }
    return history;
}

}  // namespace

TEST(BuyerHistory, CountsDaysAfterTheFirst) {
    const auto now = on(100, 5);
    EXPECT_EQ(summary_text({}, now), "none");
    EXPECT_EQ(summary_text({{on(10), ten}}, now), "0 repeats, last 0, age 90, mean 0");
    EXPECT_EQ(summary_text({{on(10), ten}, {on(30), euros(5)}, {on(60), euros(8)}}, now),
              "2 repeats, last 50, age 90, mean 6.5");
}

TEST(BuyerHistory, TakesThePurchasesOfADayForOne) {
    const auto last_of_day = day_milliseconds - 1;
    EXPECT_EQ(summary_text({{on(10), ten}, {on(10, last_of_day), ten}}, on(10)), "0 repeats, last 0, age 0, mean 0");
    EXPECT_EQ(summary_text({{on(10, last_of_day), ten}, {on(11), ten}, {on(11, last_of_day), ten}}, on(11)),
              "1 repeats, last 1, age 1, mean 20");
    // Before 1970, too.
    EXPECT_EQ(summary_text({{{-1}, ten}, {{0}, ten}}, {0}), "1 repeats, last 1, age 1, mean 10");
}

TEST(BuyerHistory, AReturnLowersTheMeanAndIsNoPurchase) {
    EXPECT_EQ(summary_text({{on(0), euros(-5)}}, on(100)), "none");
    EXPECT_EQ(summary_text({{on(0), euros(-5)}, {on(10), ten}}, on(100)), "0 repeats, last 0, age 90, mean 0");
    EXPECT_EQ(summary_text({{on(0), ten}, {on(10), ten}, {on(20), euros(-4)}}, on(100)),
              "1 repeats, last 10, age 100, mean 6");
    EXPECT_EQ(summary_text({{on(0), ten}, {on(10), ten}, {on(10), euros(-4)}}, on(100)),
              "1 repeats, last 10, age 100, mean 6");
    EXPECT_EQ(summary_text({{on(0), ten}, {on(10), ten}, {on(20), euros(-40)}}, on(100)),
              "1 repeats, last 10, age 100, mean 0");
    EXPECT_EQ(summary_text({{on(0), ten}, {on(20), euros(-10)}}, on(100)), "0 repeats, last 0, age 100, mean 0");
    // What cost nothing is a purchase.
    EXPECT_EQ(summary_text({{on(0), {}}, {on(20), {}}}, on(100)), "1 repeats, last 20, age 100, mean 0");
}

TEST(BuyerHistory, NobodyIsYoungerThanTheirLastPurchase) {
    EXPECT_EQ(summary_text({{on(0), ten}, {on(20), ten}}, on(10)), "1 repeats, last 20, age 20, mean 10");
    EXPECT_EQ(summary_text({{on(20), ten}}, on(10)), "0 repeats, last 0, age 0, mean 0");
}

TEST(StoreHistory, AsksForBuyersMonthsAndSomebodyWhoBoughtThrice) {
    EXPECT_EQ(refusal(store_with(500, on(0), on(121), 3)), "");
    EXPECT_EQ(refusal(store_with(499, on(0), on(121), 3)), "There are 499 buyers, of 500 that the model needs.");
    EXPECT_EQ(refusal(store_with(0, on(0), on(121), 3)), "There are 0 buyers, of 500 that the model needs.");
    EXPECT_EQ(refusal(store_with(500, on(0), on(121), 2)), "Nobody has bought 3 times.");
    // 2024-01-01 to 2024-04-30.
    EXPECT_EQ(refusal(store_with(500, on(0), on(120), 3)),
              "The purchases are of less than the 4 months that the model needs.");
}

TEST(StoreHistory, FourMonthsEndWithTheMonthWhereThatIsShort) {
    // 2023-10-31 to 2024-02-29.
    EXPECT_EQ(refusal(store_with(500, on(-62), on(59), 3)), "");
    EXPECT_NE(refusal(store_with(500, on(-62), on(58), 3)), "");
}

TEST(StoreHistory, TheOrderOfBuyersDoesNotMatter) {
    StoreHistory history;
    history.add({.first = on(50), .last = on(200), .purchases = 3});
    for (int number = 0; number < 499; ++number) {
        history.add({.first = on(number == 250 ? 0 : 60), .last = on(60), .purchases = 1});
    }
    EXPECT_EQ(refusal(history), "");
}

TEST(BuyerSample, KeepsEverybodyWhileThereIsRoomAndThenAnEvenPart) {
    BuyerSample forwards;
    BuyerSample backwards;
    const auto count = static_cast<std::int64_t>(BuyerSample::buyers_max) + 1;
    const auto buyer = [](std::int64_t number) {
        return BuyerSummary{.repeats = number % 2, .last_days = 0, .age_days = number};
    };
    for (std::int64_t number = 1; number < count; ++number) { forwards.add({number}, buyer(number)); }
    EXPECT_EQ(forwards.size(), BuyerSample::buyers_max);
    EXPECT_TRUE(forwards.wants({count}));
    forwards.add({count}, buyer(count));
    EXPECT_NEAR(static_cast<double>(forwards.size()), static_cast<double>(count) / 2, 1'000);

    for (std::int64_t number = count; number > 0; --number) { backwards.add({number}, buyer(number)); }
    auto one = forwards.rhythms();
    auto other = backwards.rhythms();
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    EXPECT_EQ(one, other);
    EXPECT_NEAR(static_cast<double>(forwards.spendings().size()), static_cast<double>(forwards.size()) / 2, 1'000);

    // Whom it does not want it does not take.
    std::int64_t unwanted = count + 1;
    while (forwards.wants({unwanted})) { ++unwanted; }
    const auto before = forwards.size();
    forwards.add({unwanted}, buyer(unwanted));
    EXPECT_EQ(forwards.size(), before);
}

TEST(BuyerSample, CountsNobodyMoreOftenThanItsLimit) {
    BuyerSample sample;
    sample.add({1}, {.repeats = 3'000'000, .last_days = 3'000'000, .age_days = 3'000'000});
    EXPECT_EQ(sample.rhythms().at(0).repeats, BuyerSample::repeats_max);
}

TEST(CustomerValue, IsWhatTheTwoModelsSay) {
    const CustomerValueModel model({.r = 0.243, .alpha = 30.898, .a = 0.793, .b = 2.426},
                                   {.p = 6.25, .q = 3.74, .v = 15.44});
    const BuyerSummary buyer{.repeats = 2, .last_days = 213, .age_days = 272, .repeat_mean = {223'500}};
    // 1.2259 purchases in 39 weeks is the published figure; here it is a year, and 24.664 for each.
    const auto value = model.value(buyer);
    EXPECT_EQ(value.p_alive.text(), "0.7266");
    EXPECT_EQ(value.churn_rate.text(), "0.2734");
    const double purchases = expected_purchases(model.rhythm(), {2, 213, 272}, {365, 365});
    EXPECT_NEAR(static_cast<double>(value.expected_purchases.ten_thousandths), purchases * 10'000, 0.5);
    EXPECT_NEAR(static_cast<double>(value.clv.ten_thousandths), purchases * 24.6637 * 10'000, 2);

    const auto once = model.value({.repeats = 0, .last_days = 0, .age_days = 272, .repeat_mean = {}});
    EXPECT_EQ(once.p_alive.text(), "1");
    EXPECT_EQ(once.churn_rate.text(), "0");
    EXPECT_GT(once.clv, base::Decimal{});
}

TEST(CustomerValue, IsAtMostWhatADecimalHolds) {
    const CustomerValueModel model({.r = 100, .alpha = 1, .a = 1e-4, .b = 100}, {.p = 6, .q = 4, .v = 1e13});
    const base::Decimal most{base::Decimal::ten_thousandths_limit - 1};
    EXPECT_EQ(model.value({.repeats = 300, .last_days = 300, .age_days = 300, .repeat_mean = most}).clv, most);
}

TEST(CustomerValue, IsFittedToAStoreAndFiniteForEverybody) {
    const Store store(3'000);
    const auto model = fit_customer_value(store.history, store.sample).value();
    double expected = 0;
    for (const auto& buyer : store.buyers) {
        SCOPED_TRACE(text(buyer));
        const auto value = model.value(buyer);
        ASSERT_GE(value.p_alive, base::Decimal{});
        ASSERT_LE(value.p_alive, euros(1));
        ASSERT_EQ(value.p_alive.ten_thousandths + value.churn_rate.ten_thousandths, base::Decimal::scale);
        ASSERT_GE(value.expected_purchases, base::Decimal{});
        ASSERT_LE(value.expected_purchases, euros(value_horizon_days));
        ASSERT_GE(value.clv, base::Decimal{});
        expected += static_cast<double>(value.clv.ten_thousandths);
    }
    EXPECT_GT(expected, 0);
    for (const BuyerSummary& odd :
         {BuyerSummary{}, BuyerSummary{.repeats = 1, .last_days = 0, .age_days = 0, .repeat_mean = {}},
          BuyerSummary{.repeats = 3'000'000, .last_days = 3'000'000, .age_days = 3'600'000, .repeat_mean = ten}}) {
        const auto value = model.value(odd);
        EXPECT_TRUE(value.clv >= base::Decimal{} && value.expected_purchases <= euros(value_horizon_days))
            << text(value);
    }
}

TEST(CustomerValue, IsTheSameTheSecondTime) {
    const Store one(1'000);
    const Store other(1'000);
    const auto model = fit_customer_value(one.history, one.sample).value();
    const auto again = fit_customer_value(other.history, other.sample).value();
    for (const auto& buyer : one.buyers) { ASSERT_EQ(text(model.value(buyer)), text(again.value(buyer))); }
}

TEST(CustomerValue, HasNoModelWithoutEnoughToLearnFrom) {
    const auto reason = [](const StoreHistory& history, const BuyerSample& sample) {
        const auto model = fit_customer_value(history, sample);
        return model ? "" : model.error().detail;
    };
    const Store small(499);
    EXPECT_EQ(reason(small.history, small.sample), "There are 499 buyers, of 500 that the model needs.");

    // Three purchases, but all of one day.
    BuyerSample once;
    for (std::int64_t number = 1; number <= 500; ++number) { once.add({number}, {.age_days = 100}); }
    EXPECT_EQ(reason(store_with(500, on(0), on(121), 3), once), "Nobody has come back on another day.");

    BuyerSample free;
    for (std::int64_t number = 1; number <= 500; ++number) {
        free.add({number}, {.repeats = number % 3, .last_days = number % 3 * 20, .age_days = 100, .repeat_mean = {}});
    }
    EXPECT_EQ(reason(store_with(500, on(0), on(121), 3), free), "Nothing was spent after the first day of anybody.");
}

}  // namespace tradewind::domain::customer_value_test
