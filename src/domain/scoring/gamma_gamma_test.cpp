#include "domain/scoring/gamma_gamma.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace tradewind::domain::gamma_gamma_test {
namespace {

// Of the sample of CDNOW's buyers in the note that describes the model; in dollars.
constexpr GammaGammaParameters cdnow{.p = 6.25, .q = 3.74, .v = 15.44};

std::vector<BuyerSpending> simulate(const GammaGammaParameters& parameters, int buyers) {
    std::mt19937_64 chance(20'130'213);
    std::gamma_distribution<double> scale(parameters.q, 1 / parameters.v);
    std::vector<BuyerSpending> spendings;
    for (int number = 0; number < buyers; ++number) {
        const double rate = scale(chance);
        const int purchases = 1 + number % 6;
        std::gamma_distribution<double> sum(parameters.p * purchases, 1 / rate);
        spendings.push_back({.purchases = purchases, .mean = sum(chance) / purchases});
    }
    return spendings;
}

// The likelihood as the note has it.
double likelihood(const GammaGammaParameters& by, const BuyerSpending& buyer) {
    const auto [p, q, v] = by;
    const auto x = static_cast<double>(buyer.purchases);
    const double z = buyer.mean;
    return std::tgamma(p * x + q) / std::tgamma(p * x) / std::tgamma(q) * std::pow(v, q) * std::pow(z, p * x - 1) *
           std::pow(x, p * x) / std::pow(v + x * z, p * x + q);
}

std::string text(const GammaGammaParameters& parameters) {
    return "p " + std::to_string(parameters.p) + " q " + std::to_string(parameters.q) + " v " +
           std::to_string(parameters.v);
}

}  // namespace

TEST(GammaGamma, GivesTheFiguresOfTheFormula) {
    EXPECT_NEAR(expected_spending(cdnow, {.purchases = 0, .mean = 0}), 6.25 * 15.44 / 2.74, 1e-12);
    EXPECT_NEAR(expected_spending(cdnow, {.purchases = 1, .mean = 11.77}), 18.917, 1e-3);
    EXPECT_NEAR(expected_spending(cdnow, {.purchases = 2, .mean = 22.35}), 24.664, 1e-3);
    EXPECT_NEAR(expected_spending(cdnow, {.purchases = 7, .mean = 73.74}), 71.470, 1e-3);
}

TEST(GammaGamma, LikelihoodIsThatOfTheNote) {
    const std::vector<BuyerSpending> buyers{{1, 11.77}, {7, 73.74}, {2, 22.35}, {1, 0.01}, {2, 900}};
    for (const auto& by : {cdnow, GammaGammaParameters{.p = 0.7, .q = 1.1, .v = 300}}) {
        double sum = 0;
        for (const auto& buyer : buyers) {
            const double one = std::log(likelihood(by, buyer));
            EXPECT_NEAR(GammaGammaLikelihood({buyer}).mean(by), one, 1e-9);
            sum += one;
        }
        EXPECT_NEAR(GammaGammaLikelihood(buyers).mean(by), sum / static_cast<double>(buyers.size()), 1e-9);
    }
    EXPECT_EQ(GammaGammaLikelihood({}).mean(cdnow), 0);
}

// Means alone tell p and v apart badly: with 20,000 buyers the standard error of each is near 7 %, that of q near 2 %.
TEST(GammaGamma, FindsTheParametersOfSimulatedSpending) {
    for (const auto& truth : {cdnow, GammaGammaParameters{.p = 2, .q = 8, .v = 400}}) {
        SCOPED_TRACE(text(truth));
        const auto buyers = simulate(truth, 20'000);
        const auto fitted = fit_gamma_gamma(buyers);
        ASSERT_TRUE(fitted);
        SCOPED_TRACE(text(*fitted));
        const GammaGammaLikelihood likelihood_of_all(buyers);
        EXPECT_GT(likelihood_of_all.mean(*fitted), likelihood_of_all.mean(truth));
        EXPECT_NEAR(fitted->p / truth.p, 1, 0.25);
        EXPECT_NEAR(fitted->q / truth.q, 1, 0.1);
        EXPECT_NEAR(fitted->v / truth.v, 1, 0.25);
        EXPECT_NEAR(expected_spending(*fitted, {}) / expected_spending(truth, {}), 1, 0.02);
    }
}

TEST(GammaGamma, FitDependsNeitherOnTheOrderNorOnTheCurrency) {
    auto buyers = simulate(cdnow, 2'000);
    const auto fitted = fit_gamma_gamma(buyers).value();
    std::reverse(buyers.begin(), buyers.end());
    const auto again = fit_gamma_gamma(buyers).value();
    EXPECT_EQ(text(again), text(fitted));

    for (auto& buyer : buyers) { buyer.mean *= 1'000; }
    const auto dearer = fit_gamma_gamma(buyers).value();
    EXPECT_NEAR(dearer.p / fitted.p, 1, 1e-3);
    EXPECT_NEAR(dearer.q / fitted.q, 1, 1e-3);
    EXPECT_NEAR(dearer.v / 1'000 / fitted.v, 1, 2e-3);
}

TEST(GammaGamma, LeavesOutWhoSpentNothing) {
    EXPECT_FALSE(fit_gamma_gamma({}));
    EXPECT_FALSE(fit_gamma_gamma({{0, 0}, {3, 0}, {2, -5}}));
    auto buyers = simulate(cdnow, 600);
    const auto without = fit_gamma_gamma(buyers).value();
    buyers.push_back({3, 0});
    buyers.push_back({0, 10});
    EXPECT_EQ(text(fit_gamma_gamma(buyers).value()), text(without));
}

TEST(GammaGamma, AGreatSpenderHardlyMovesWhatIsExpectedOfOthers) {
    auto buyers = simulate(cdnow, 1'000);
    const double before = expected_spending(fit_gamma_gamma(buyers).value(), {});
    buyers.push_back({1, 1e9});
    const auto fitted = fit_gamma_gamma(buyers).value();
    SCOPED_TRACE(text(fitted));
    EXPECT_NEAR(expected_spending(fitted, {}) / before, 1, 0.5);
    EXPECT_GT(expected_spending(fitted, {1, 1e9}), 1e8);
}

TEST(GammaGamma, StaysFiniteWithWhatHardlyTellsAnything) {
    std::vector<BuyerSpending> wild;
    wild.reserve(600);
    for (int number = 0; number < 600; ++number) { wild.push_back({1, std::exp(number % 40 - 10)}); }
    for (const auto& buyers :
         {std::vector<BuyerSpending>{{1, 10}}, std::vector<BuyerSpending>(600, {2, 10}),
          std::vector<BuyerSpending>(600, {1, 1e13}), std::vector<BuyerSpending>(600, {9, 1e-4}), wild}) {
        const auto fitted = fit_gamma_gamma(buyers);
        ASSERT_TRUE(fitted);
        SCOPED_TRACE(text(*fitted));
        EXPECT_GE(fitted->q, gamma_gamma_q_min);
        for (const BuyerSpending& buyer : {BuyerSpending{0, 0}, buyers.front(), BuyerSpending{10'000, 1e14}}) {
            const double expected = expected_spending(*fitted, buyer);
            EXPECT_TRUE(std::isfinite(expected) && expected >= 0) << expected;
        }
    }
    // Where all spend the same, that is expected.
    const auto same = fit_gamma_gamma(std::vector<BuyerSpending>(600, {2, 10})).value();
    EXPECT_NEAR(expected_spending(same, {}), 10, 0.01);
}

// Its logarithms then add up terms of millions whose sum is about 1.
TEST(GammaGamma, SettlesWhereNearlyAllSpendTheSame) {
    for (const int most : {12, 60, 300, 10'000}) {
        for (const int odd_one : {7, 33, 1'000}) {
            std::vector<BuyerSpending> buyers;
            for (int number = 0; number < 500; ++number) {
                buyers.push_back({.purchases = 1 + number * 37 % most, .mean = number % odd_one == 0 ? 9.5 : 9.99});
            }
            const auto fitted = fit_gamma_gamma(buyers);
            ASSERT_TRUE(fitted) << "up to " << most << " purchases, every " << odd_one << "th another";
            EXPECT_NEAR(expected_spending(*fitted, {}), 9.9, 0.1) << text(*fitted);
        }
    }
}

RC_GTEST_PROP(GammaGamma, ExpectsSomethingBetweenOnesOwnMeanAndThatOfAll, ()) {
    const auto any = [](int from) { return std::exp(*rc::gen::inRange(from, 700) / 100.0); };
    const GammaGammaParameters by{.p = any(-700), .q = gamma_gamma_q_min + any(-700), .v = any(-700)};
    const BuyerSpending buyer{.purchases = *rc::gen::inRange(1, 50), .mean = any(-700)};
    const double expected = expected_spending(by, buyer);
    const double of_all = expected_spending(by, {});
    RC_ASSERT(expected >= std::min(of_all, buyer.mean) * (1 - 1e-9));
    RC_ASSERT(expected <= std::max(of_all, buyer.mean) * (1 + 1e-9));

    auto richer = buyer;
    richer.mean *= 1.5;
    RC_ASSERT(expected_spending(by, richer) > expected);
    auto surer = buyer;
    surer.purchases += 1;
    RC_ASSERT(std::abs(expected_spending(by, surer) - buyer.mean) <= std::abs(expected - buyer.mean) * (1 + 1e-6));
}

}  // namespace tradewind::domain::gamma_gamma_test
