#include "jobs/demo/history.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tradewind::jobs::demo {
namespace {

Shop shop() {
    Shop made;
    made.products.resize(3);
    return made;
}

TEST(DemoHistory, IsTheSameAtAnyTimeOfTheDayAndOverBeforeIt) {
    const auto sold = shop();
    std::vector<std::vector<Step>> told;
    for (const auto* const now : {"2026-11-16T00:00:00Z", "2026-11-16T00:30:00Z", "2026-11-16T23:59:59.999Z"}) {
        const auto today = base::Instant::parse(now).take();
        History history({.seed = 1, .customers = 20, .today = today}, sold);
        auto& steps = told.emplace_back();
        auto last = history.begin();
        while (!history.is_over()) {
            for (auto& step : history.next_day()) {
                EXPECT_LE(last, step.at);
                last = step.at;
                steps.push_back(std::move(step));
            }
        }
        EXPECT_LT(last, base::Instant::parse("2026-11-16T00:00:00Z").take());
        const auto joined =
            std::count_if(steps.begin(), steps.end(), [](const Step& one) { return one.kind == Step::Kind::Joins; });
        EXPECT_EQ(joined, 20) << now;
    }
    for (const auto& steps : told) {
        ASSERT_EQ(steps.size(), told.front().size());
        for (std::size_t number = 0; number < steps.size(); ++number) {
            EXPECT_EQ(steps[number].json, told.front()[number].json);
        }
    }
}

}  // namespace
}  // namespace tradewind::jobs::demo
