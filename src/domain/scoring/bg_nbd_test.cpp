#include "domain/scoring/bg_nbd.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace tradewind::domain::bg_nbd_test {
namespace {

// Of the sample of CDNOW's buyers in the paper that introduced the model; in weeks.
constexpr BgNbdParameters cdnow{.r = 0.243, .alpha = 4.414, .a = 0.793, .b = 2.426};
constexpr std::int64_t unbounded = 20'000;

// Buyers as the model supposes them, watched for up to two years of days.
std::vector<BuyerRhythm> simulate(const BgNbdParameters& parameters, int buyers) {
    std::mt19937_64 chance(20'050'505);
    std::gamma_distribution<double> rate(parameters.r, 1 / parameters.alpha);
    std::gamma_distribution<double> leave(parameters.a, 1);
    std::gamma_distribution<double> stay(parameters.b, 1);
    std::uniform_real_distribution<double> uniform(0, 1);
    std::exponential_distribution<double> gap(1);
    std::vector<BuyerRhythm> rhythms;
    for (int number = 0; number < buyers; ++number) {
        BuyerRhythm buyer{.age = 730 * uniform(chance)};
        const double rate_of_one = rate(chance);
        const double leaves = leave(chance);
        const double probability = leaves / (leaves + stay(chance));
        for (double at = gap(chance) / rate_of_one; at < buyer.age; at += gap(chance) / rate_of_one) {
            ++buyer.repeats;
            buyer.last = at;
            if (uniform(chance) < probability) { break; }
        }
        rhythms.push_back(buyer);
    }
    return rhythms;
}

// The likelihood as the paper has it.
double likelihood(const BgNbdParameters& by, const BuyerRhythm& buyer) {
    const auto [r, alpha, a, b] = by;
    const auto x = static_cast<double>(buyer.repeats);
    const double a1 = std::tgamma(r + x) * std::pow(alpha, r) / std::tgamma(r);
    const double a2 = std::tgamma(a + b) * std::tgamma(b + x) / std::tgamma(b) / std::tgamma(a + b + x);
    const double a3 = std::pow(alpha + buyer.age, -(r + x));
    const double a4 = x > 0 ? a / (b + x - 1) * std::pow(alpha + buyer.last, -(r + x)) : 0;
    return a1 * a2 * (a3 + a4);
}

// Gauss's hypergeometric function by its series.
double hypergeometric(double a, double b, double c, double z) {
    double term = 1;
    double sum = 1;
    for (int n = 0; n < 100'000 && std::abs(term) > 1e-17 * std::abs(sum); ++n) {
        term *= (a + n) * (b + n) / (c + n) / (n + 1) * z;
        sum += term;
    }
    return sum;
}

// The expectation as the paper has it; not for a = 1.
double closed_form(const BgNbdParameters& by, const BuyerRhythm& buyer, double time) {
    const auto [r, alpha, a, b] = by;
    const auto x = static_cast<double>(buyer.repeats);
    const double before = alpha + buyer.age;
    const double series = hypergeometric(r + x, b + x, a + b + x - 1, time / (before + time));
    return (a + b + x - 1) / (a - 1) * (1 - std::pow(before / (before + time), r + x) * series) * p_alive(by, buyer);
}

BgNbdParameters any_parameters() {
    const auto one = [] { return std::exp(*rc::gen::inRange(-700, 700) / 100.0); };
    return {.r = one(), .alpha = 100 * one(), .a = one(), .b = one()};
}

BuyerRhythm any_buyer() {
    BuyerRhythm buyer{.repeats = *rc::gen::inRange(0, 50), .age = static_cast<double>(*rc::gen::inRange(0, 3'000))};
    buyer.last = buyer.repeats == 0 ? 0 : std::floor(buyer.age * *rc::gen::inRange(0, 101) / 100);
    return buyer;
}

std::string text(const BgNbdParameters& parameters) {
    return "r " + std::to_string(parameters.r) + " alpha " + std::to_string(parameters.alpha) + " a " +
           std::to_string(parameters.a) + " b " + std::to_string(parameters.b);
}

}  // namespace

TEST(BgNbd, GivesThePublishedFigures) {
    EXPECT_NEAR(expected_purchases(cdnow, {.repeats = 2, .last = 30.43, .age = 38.86}, {39, unbounded}), 1.226, 5e-4);
    EXPECT_NEAR(p_alive(cdnow, {.repeats = 2, .last = 30.43, .age = 38.86}), 0.7266, 5e-5);
    EXPECT_NEAR(expected_purchases(cdnow, {.repeats = 26, .last = 30.86, .age = 31}, {52, unbounded}), 25.76, 5e-3);
    EXPECT_NEAR(p_alive(cdnow, {.repeats = 26, .last = 30.86, .age = 31}), 0.9689, 5e-5);
}

TEST(BgNbd, WhoBoughtOnceIsAliveForCertain) {
    EXPECT_EQ(p_alive(cdnow, {.repeats = 0, .last = 0, .age = 0}), 1);
    EXPECT_EQ(p_alive(cdnow, {.repeats = 0, .last = 0, .age = 1'000}), 1);
}

TEST(BgNbd, ExpectsWhatTheClosedFormSays) {
    for (const auto& by : {cdnow, BgNbdParameters{.r = 1.5, .alpha = 60, .a = 2.5, .b = 0.7},
                           BgNbdParameters{.r = 0.1, .alpha = 3, .a = 0.2, .b = 0.3}}) {
        for (const BuyerRhythm& buyer :
             {BuyerRhythm{0, 0, 0}, {0, 0, 40}, {1, 10, 40}, {2, 0, 40}, {7, 40, 40}, {60, 35, 40}}) {
            for (const double time : {0.0, 1.0, 39.0, 365.0}) {
                SCOPED_TRACE(text(by) + " repeats " + std::to_string(buyer.repeats) + " time " + std::to_string(time));
                const double expected = closed_form(by, buyer, time);
                EXPECT_NEAR(expected_purchases(by, buyer, {time, unbounded}), expected, 1e-9 + 1e-7 * expected);
            }
        }
    }
}

TEST(BgNbd, HasNoPoleWhereTheClosedFormHasOne) {
    const BuyerRhythm buyer{.repeats = 3, .last = 30, .age = 40};
    const auto with = [&](double a) {
        return expected_purchases({.r = 0.5, .alpha = 10, .a = a, .b = 2}, buyer, {365, unbounded});
    };
    EXPECT_NEAR(with(1), (with(0.999) + with(1.001)) / 2, 1e-5);
    // The same through the pole's neighbour, where the closed form still has its digits.
    EXPECT_NEAR(with(0.999), closed_form({.r = 0.5, .alpha = 10, .a = 0.999, .b = 2}, buyer, 365), 1e-8);
    // a + b = 1 is another one, for who bought once.
    const double once = expected_purchases({.r = 0.5, .alpha = 10, .a = 0.4, .b = 0.6}, {0, 0, 40}, {365, unbounded});
    EXPECT_NEAR(once, closed_form({.r = 0.5, .alpha = 10, .a = 0.4, .b = 0.600'001}, {0, 0, 40}, 365), 1e-4);
}

TEST(BgNbd, CountsNoMorePurchasesThanAsked) {
    const BgNbdParameters hourly{.r = 10'000, .alpha = 400, .a = 1e-4, .b = 1'000};
    const BuyerRhythm buyer{.repeats = 0, .last = 0, .age = 0};
    EXPECT_NEAR(expected_purchases(hourly, buyer, {365, 365}), 365, 0.1);
    EXPECT_EQ(expected_purchases(hourly, buyer, {365, 0}), 0);
    EXPECT_NEAR(expected_purchases(hourly, buyer, {1, unbounded}), 25, 0.1);
}

TEST(BgNbd, LikelihoodIsThatOfThePaper) {
    const std::vector<BuyerRhythm> buyers{{0, 0, 38.86}, {2, 30.43, 38.86}, {1, 1.71, 38.86}, {0, 0, 0},
                                          {7, 30, 30},   {1, 0, 12},        {40, 25, 39}};
    for (const auto& by : {cdnow, BgNbdParameters{.r = 3, .alpha = 12, .a = 1, .b = 0.2}}) {
        double sum = 0;
        for (const auto& buyer : buyers) {
            const double one = std::log(likelihood(by, buyer));
            EXPECT_NEAR(BgNbdLikelihood({buyer}).mean(by), one, 1e-9);
            sum += one;
        }
        EXPECT_NEAR(BgNbdLikelihood(buyers).mean(by), sum / static_cast<double>(buyers.size()), 1e-9);
    }
    EXPECT_EQ(BgNbdLikelihood({}).mean(cdnow), 0);
}

TEST(BgNbd, EqualBuyersAreOneGroup) {
    const BuyerRhythm once{0, 0, 100};
    const BuyerRhythm twice{1, 50, 100};
    const BgNbdLikelihood grouped({twice, once, once, twice, once});
    EXPECT_EQ(grouped.groups(), 2);
    EXPECT_NEAR(grouped.mean(cdnow),
                (3 * std::log(likelihood(cdnow, once)) + 2 * std::log(likelihood(cdnow, twice))) / 5, 1e-12);
}

// With 20,000 buyers the standard errors are at most 3 % for r and alpha and 8 % for a and b.
TEST(BgNbd, FindsTheParametersOfSimulatedBuyers) {
    for (const BgNbdParameters& truth : {BgNbdParameters{.r = 0.243, .alpha = 30.9, .a = 0.793, .b = 2.426},
                                         BgNbdParameters{.r = 1.5, .alpha = 60, .a = 0.5, .b = 2},
                                         BgNbdParameters{.r = 0.8, .alpha = 20, .a = 2, .b = 5}}) {
        SCOPED_TRACE(text(truth));
        const auto buyers = simulate(truth, 20'000);
        const auto fitted = fit_bg_nbd(buyers);
        ASSERT_TRUE(fitted);
        SCOPED_TRACE(text(*fitted));
        const BgNbdLikelihood likelihood_of_all(buyers);
        EXPECT_GT(likelihood_of_all.mean(*fitted), likelihood_of_all.mean(truth));
        EXPECT_NEAR(fitted->r / truth.r, 1, 0.1);
        EXPECT_NEAR(fitted->alpha / truth.alpha, 1, 0.1);
        EXPECT_NEAR(fitted->a / truth.a, 1, 0.2);
        EXPECT_NEAR(fitted->b / truth.b, 1, 0.2);
    }
}

TEST(BgNbd, FitDependsNeitherOnTheOrderNorOnTheUnitOfTime) {
    auto buyers = simulate({.r = 0.5, .alpha = 40, .a = 0.8, .b = 2}, 2'000);
    const auto fitted = fit_bg_nbd(buyers).value();
    std::reverse(buyers.begin(), buyers.end());
    const auto again = fit_bg_nbd(buyers).value();
    EXPECT_EQ(text(again), text(fitted));
    EXPECT_EQ(again.alpha, fitted.alpha);

    for (auto& buyer : buyers) {
        buyer.last /= 7;
        buyer.age /= 7;
    }
    const auto weekly = fit_bg_nbd(buyers).value();
    EXPECT_NEAR(weekly.r / fitted.r, 1, 1e-3);
    EXPECT_NEAR(weekly.alpha * 7 / fitted.alpha, 1, 1e-3);
    EXPECT_NEAR(weekly.a / fitted.a, 1, 1e-3);
    EXPECT_NEAR(weekly.b / fitted.b, 1, 1e-3);
}

TEST(BgNbd, HasNoFitWhereNobodyCameBack) {
    EXPECT_FALSE(fit_bg_nbd({}));
    EXPECT_FALSE(fit_bg_nbd(std::vector<BuyerRhythm>(600, {0, 0, 100})));
    EXPECT_FALSE(fit_bg_nbd(std::vector<BuyerRhythm>(600, {0, 0, 0})));
}

TEST(BgNbd, StaysFiniteWithWhatHardlyTellsAnything) {
    const auto once_and = [](const BuyerRhythm& other) {
        std::vector<BuyerRhythm> buyers(600, {0, 0, 100});
        buyers.push_back(other);
        return buyers;
    };
    const std::vector<std::vector<BuyerRhythm>> stores{
        std::vector<BuyerRhythm>(600, {3, 50, 100}),       // All the same.
        std::vector<BuyerRhythm>(600, {3, 100, 100}),      // All bought today.
        std::vector<BuyerRhythm>(600, {99, 99, 99}),       // All buy daily.
        std::vector<BuyerRhythm>(600, {1, 1, 3'000'000}),  // Came back once, in another era.
        once_and({2, 50, 100}),
        once_and({100, 100, 100}),
        once_and({1, 0, 0}),
    };
    for (const auto& store : stores) {
        const auto fitted = fit_bg_nbd(store);
        ASSERT_TRUE(fitted);
        SCOPED_TRACE(text(*fitted));
        for (const BuyerRhythm& buyer : {store.back(), BuyerRhythm{0, 0, 0}, BuyerRhythm{10'000, 10, 10'000}}) {
            const double alive = p_alive(*fitted, buyer);
            EXPECT_TRUE(alive >= 0 && alive <= 1) << alive;
            const double expected = expected_purchases(*fitted, buyer, {365, 365});
            EXPECT_TRUE(expected >= 0 && expected <= 365) << expected;
        }
    }
}

RC_GTEST_PROP(BgNbd, SilenceMakesItLessLikelyThatSomebodyStays, ()) {
    const auto by = any_parameters();
    const auto buyer = any_buyer();
    auto later = buyer;
    later.age += *rc::gen::inRange(1, 500);
    RC_ASSERT(p_alive(by, buyer) >= 0 && p_alive(by, buyer) <= 1);
    RC_ASSERT(p_alive(by, later) <= p_alive(by, buyer));
    const Horizon year{365, 365};
    RC_ASSERT(expected_purchases(by, later, year) <= expected_purchases(by, buyer, year) * (1 + 1e-9) + 1e-9);

    auto seen_later = later;
    if (buyer.repeats > 0) { seen_later.last = later.age; }
    RC_ASSERT(p_alive(by, seen_later) >= p_alive(by, later));
}

RC_GTEST_PROP(BgNbd, ALongerTimeHasNoFewerPurchases, ()) {
    const auto by = any_parameters();
    const auto buyer = any_buyer();
    const double time = *rc::gen::inRange(0, 1'000);
    const double longer = time + *rc::gen::inRange(1, 1'000);
    const double expected = expected_purchases(by, buyer, {time, 365});
    RC_ASSERT(expected >= 0 && expected <= 365 * (1 + 1e-9));
    RC_ASSERT(expected_purchases(by, buyer, {longer, 365}) >= expected * (1 - 1e-9) - 1e-9);
}

}  // namespace tradewind::domain::bg_nbd_test
