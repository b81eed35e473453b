#include "domain/scoring/maximum_likelihood.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tradewind::domain {
namespace {

double square(double number) {
    return number * number;
}

}  // namespace

TEST(MaximumLikelihood, FindsTheTop) {
    const auto found = maximise_likelihood(
        [](std::span<const double> at) { return -square(at[0] - 2) - 100 * square(at[1] + 3) - 0.01 * square(at[2]); },
        {0, 0, 4});
    ASSERT_TRUE(found);
    EXPECT_NEAR((*found)[0], 2, 1e-3);
    EXPECT_NEAR((*found)[1], -3, 1e-3);
    EXPECT_NEAR((*found)[2], 0, 1e-2);
}

TEST(MaximumLikelihood, FollowsACurvedRidge) {
    const auto found = maximise_likelihood(
        [](std::span<const double> at) { return -square(1 - at[0]) - 100 * square(at[1] - square(at[0])); }, {-1.2, 1});
    ASSERT_TRUE(found);
    EXPECT_NEAR((*found)[0], 1, 1e-2);
    EXPECT_NEAR((*found)[1], 1, 1e-2);
}

TEST(MaximumLikelihood, TakesWhatIsNearestToOneWhereTheDataSaysNothing) {
    const auto found =
        maximise_likelihood([](std::span<const double> at) { return -square(at[0] + at[1] - 4); }, {3, -1});
    ASSERT_TRUE(found);
    EXPECT_NEAR((*found)[0], 2, 0.05);
    EXPECT_NEAR((*found)[1], 2, 0.05);
}

TEST(MaximumLikelihood, StopsAtTheEdgeOfWhatGrowsWithoutEnd) {
    const auto found = maximise_likelihood([](std::span<const double> at) { return at[0] - at[1]; }, {0, 0});
    ASSERT_TRUE(found);
    EXPECT_NEAR((*found)[0], logarithm_max, 1e-9);
    EXPECT_NEAR((*found)[1], -logarithm_max, 1e-9);
}

TEST(MaximumLikelihood, FindsItsWayBackFromBeyondTheEdge) {
    const auto found = maximise_likelihood(
        [](std::span<const double> at) { return -square(at[0] - 9) - square(at[1]); }, {logarithm_max + 5, 1});
    ASSERT_TRUE(found);
    EXPECT_NEAR((*found)[0], 9, 1e-3);
    EXPECT_NEAR((*found)[1], 0, 1e-3);
}

TEST(MaximumLikelihood, GoesRoundWhatIsNotFinite) {
    const auto found = maximise_likelihood(
        [](std::span<const double> at) {
            if (at[0] > 1.5) { return std::numeric_limits<double>::quiet_NaN(); }
            return -square(at[0] - 1);
        },
        {1.25});
    ASSERT_TRUE(found);
    EXPECT_NEAR((*found)[0], 1, 1e-3);
}

TEST(MaximumLikelihood, GivesUpAfterSoManyEvaluations) {
    std::size_t evaluations = 0;
    const auto likelihood = [&](std::span<const double> at) {
        ++evaluations;
        return -square(at[0] - 2) - square(at[1] - 1);
    };
    EXPECT_FALSE(maximise_likelihood(likelihood, {-5, 5}, {.evaluations_max = 40}));
    // One step of two parameters takes at most four more.
    EXPECT_LE(evaluations, 44);

    evaluations = 0;
    EXPECT_TRUE(maximise_likelihood(likelihood, {-5, 5}));
    EXPECT_GT(evaluations, 44);
}

TEST(MaximumLikelihood, GivesUpWhenNobodyWantsItAnyMore) {
    int steps = 0;
    SearchLimits limits;
    limits.is_wanted = [&] { return ++steps < 3; };
    EXPECT_FALSE(maximise_likelihood([](std::span<const double> at) { return -square(at[0] - 2); }, {-5}, limits));
    EXPECT_EQ(steps, 3);
}

}  // namespace tradewind::domain
