#include "domain/filters/estimate.h"

#include <gtest/gtest.h>

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
    };
    for (const auto& [look, expected] : cases) {
        const auto found = estimate_of(look);
        EXPECT_EQ(found, expected) << look.looked_at << " " << look.held_for << " of " << look.all << ": "
                                   << found.estimate << " " << found.low << " " << found.high;
    }
}

}  // namespace tradewind::domain
