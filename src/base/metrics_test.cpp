#include "base/metrics.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace tradewind::base {
namespace {

TEST(Metrics, AHistogramCountsUpToEachBound) {
    Histogram histogram(Histogram::counts);
    EXPECT_TRUE(histogram.is_empty());
    for (const std::uint64_t amount : {0UL, 1UL, 2UL, 128UL, 129UL}) { histogram.note(amount); }
    MetricsPage page;
    page.family("batch", "histogram", "Pieces.");
    page.row(histogram);
    EXPECT_EQ(page.text(),
              "# HELP batch Pieces.\n# TYPE batch histogram\n"
              "batch_bucket{le=\"1\"} 2\nbatch_bucket{le=\"2\"} 3\nbatch_bucket{le=\"4\"} 3\n"
              "batch_bucket{le=\"8\"} 3\nbatch_bucket{le=\"16\"} 3\nbatch_bucket{le=\"32\"} 3\n"
              "batch_bucket{le=\"64\"} 3\nbatch_bucket{le=\"128\"} 4\nbatch_bucket{le=\"+Inf\"} 5\n"
              "batch_sum 260\nbatch_count 5\n");
    EXPECT_FALSE(histogram.is_empty());
}

TEST(Metrics, TimesAreShownInSeconds) {
    Histogram histogram;
    histogram.note(std::chrono::milliseconds(2));
    histogram.note(std::chrono::seconds(60));
    MetricsPage page;
    page.family("request_seconds", "histogram", "Time.");
    page.row(histogram, {{"route", "/store/"}});
    EXPECT_NE(page.text().find("request_seconds_bucket{route=\"/store/\",le=\"0.001\"} 0\n"), std::string::npos);
    EXPECT_NE(page.text().find("request_seconds_bucket{route=\"/store/\",le=\"0.0025\"} 1\n"), std::string::npos);
    EXPECT_NE(page.text().find("request_seconds_bucket{route=\"/store/\",le=\"10\"} 1\n"), std::string::npos);
    EXPECT_NE(page.text().find("request_seconds_bucket{route=\"/store/\",le=\"+Inf\"} 2\n"), std::string::npos);
    EXPECT_NE(page.text().find("request_seconds_sum{route=\"/store/\"} 60.002\n"), std::string::npos);
}

TEST(Metrics, LabelsAndHelpAreEscaped) {
    MetricsPage page;
    page.family("x", "gauge", "Two\nlines.");
    page.row(1.5, {{"a", "say \"\\n\""}, {"b", ""}});
    page.row(std::int64_t{-1});
    EXPECT_EQ(page.text(), "# HELP x Two\\nlines.\n# TYPE x gauge\nx{a=\"say \\\"\\\\n\\\"\",b=\"\"} 1.5\nx -1\n");
}

TEST(Metrics, NothingIsLostBetweenThreads) {
    Counter counter;
    Gauge gauge;
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&] {
            for (int round = 0; round < 1000; ++round) {
                counter.add();
                gauge.add(round % 2 == 0 ? 1 : -1);
            }
        });
    }
    for (auto& thread : threads) { thread.join(); }
    EXPECT_EQ(counter.value(), 4000);
    EXPECT_EQ(gauge.value(), 0);
}

}  // namespace
}  // namespace tradewind::base
