#include "storage/stores/settings/rate_count_store.h"

#include <gtest/gtest.h>

#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

using Counts = std::unordered_map<std::string, std::int64_t>;

class RateCountStore : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto run(Work work) {
        return write_and_wait(*database, [&](Transaction& transaction) { return base::Result(work(transaction)); })
            .value();
    }
    void put(const RateCount& count) {
        run([&](Transaction& transaction) {
            put_rate_count(transaction, count);
            return true;
        });
    }
    Counts of_others(std::int64_t node, std::int64_t minute) {
        return run([&](Transaction& transaction) { return rate_counts_of_others(transaction, node, minute); });
    }

    TestDatabase database{GetParam()};
};

TEST_P(RateCountStore, AddsUpWhatOthersCountedInOneMinute) {
    EXPECT_EQ(of_others(1, 100), Counts());
    put({.key_id = "", .node = 1, .minute = 100, .requests = 5});
    put({.key_id = "", .node = 2, .minute = 100, .requests = 7});
    put({.key_id = "", .node = 3, .minute = 100, .requests = 9});
    put({.key_id = "", .node = 4, .minute = 99, .requests = 1000});
    put({.key_id = "key", .node = 2, .minute = 100, .requests = 3});
    EXPECT_EQ(of_others(1, 100), (Counts{{"", 16}, {"key", 3}}));
    put({.key_id = "", .node = 2, .minute = 100, .requests = 8});
    EXPECT_EQ(of_others(1, 100), (Counts{{"", 17}, {"key", 3}}));
    EXPECT_EQ(of_others(2, 100), (Counts{{"", 14}}));
}

TEST_P(RateCountStore, ForgetsEarlierMinutes) {
    put({.key_id = "", .node = 1, .minute = 99, .requests = 5});
    put({.key_id = "", .node = 2, .minute = 100, .requests = 7});
    run([](Transaction& transaction) {
        forget_rate_counts(transaction, 100);
        return true;
    });
    EXPECT_EQ(of_others(9, 99), Counts());
    EXPECT_EQ(of_others(9, 100), (Counts{{"", 7}}));
}

INSTANTIATE_TEST_SUITE_P(Engines, RateCountStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage
