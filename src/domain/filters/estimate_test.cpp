#include "domain/filters/estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tradewind::domain {

TEST(Estimate, IsWilsonsIntervalOfAllContacts) {
    const struct {
        SampleLook look;
        Estimate expected;
    } cases[] = {
        // The bounds by hand: 10 of 100 are 5.52 % to 17.44 %, 0 of 100 at most 3.70 %, 50 of 100 40.38 % to 59.62 %.
        {{.looked_at = 100, .held_for = 10, .all = 10'000}, {.estimate = 1'000, .low = 552, .high = 1'744}},
        {{.looked_at = 100, .held_for = 0, .all = 10'000}, {.estimate = 0, .low = 0, .high = 370}},
        {{.looked_at = 100, .held_for = 100, .all = 10'000}, {.estimate = 10'000, .low = 9'630, .high = 10'000}},
        {{.looked_at = 100, .held_for = 50, .all = 1'000'000}, {.estimate = 500'000, .low = 403'831, .high = 596'169}},
        // No less than were seen, and no more than can be left.
        {{.looked_at = 9, .held_for = 3, .all = 10}, {.estimate = 3, .low = 3, .high = 4}},
        {{.looked_at = 10, .held_for = 3, .all = 8}, {.estimate = 3, .low = 3, .high = 3}},
        {{.looked_at = 0, .held_for = 0, .all = 70}, {.estimate = 0, .low = 0, .high = 70}},
        {{.looked_at = 0, .held_for = 0, .all = 0}, {.estimate = 0, .low = 0, .high = 0}},
        {{.looked_at = 7, .held_for = 2, .all = 7, .is_everybody = true}, {.estimate = 2, .low = 2, .high = 2}},
        // 5,000 of twice as many: that many or 196 more or fewer, of all of them and of half.
        {{.looked_at = 5'000, .held_for = 5'000, .all = 10'000, .deviation = 100},
         {.estimate = 10'000, .low = 9'803, .high = 10'196}},
        {{.looked_at = 5'000, .held_for = 2'500, .all = 10'000, .deviation = 100},
         {.estimate = 5'000, .low = 4'830, .high = 5'170}},
        {{.looked_at = 5'000, .held_for = 0, .all = 10'000, .deviation = 100}, {.estimate = 0, .low = 0, .high = 8}},
        {{.looked_at = 0, .held_for = 0, .all = 0, .deviation = 10}, {.estimate = 0, .low = 0, .high = 20}},
    };
    for (const auto& [look, expected] : cases) {
        const auto found = estimate_of(look);
        EXPECT_EQ(found, expected) << look.looked_at << " " << look.held_for << " of " << look.all << ": "
                                   << found.estimate << " " << found.low << " " << found.high;
    }
}

// Each contact is a sample or is not, as by the toss of a coin.
TEST(Estimate, LiesBetweenItsBoundsInNineteenOfTwentyCases) {
    constexpr std::int64_t all = 10'000;
    constexpr int stores = 2'000;
    std::mt19937 chance(7);
    for (const std::int64_t holds : {std::int64_t{20}, all / 2, all - 20, all}) {
        int within = 0;
        for (int store = 0; store < stores; ++store) {
            const auto held_for = std::binomial_distribution<std::int64_t>(holds, 0.5)(chance);
            const auto others = std::binomial_distribution<std::int64_t>(all - holds, 0.5)(chance);
            const auto samples = held_for + others;
            const auto found = estimate_of({.looked_at = samples,
                                            .held_for = held_for,
                                            .all = samples * 2,
                                            .deviation = 2 * std::sqrt(static_cast<double>(samples) * 0.5)});
            within += found.low <= holds && holds <= found.high ? 1 : 0;
        }
        EXPECT_GE(within, stores * 94 / 100) << holds;
    }
}

}  // namespace tradewind::domain
