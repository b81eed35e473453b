#include "base/worker_thread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <vector>

namespace tradewind::base {
namespace {

TEST(WorkerThread, DoesAllThatWasPostedInItsOrderAndElsewhere) {
    Log log(LogFormat::JsonLines, LogLevel::Error);
    std::vector<int> done;
    std::thread::id where;
    {
        WorkerThread worker(log);
        for (int number = 0; number < 100; ++number) {
            worker.post([&done, number] { done.push_back(number); });
        }
        worker.post([&where] { where = std::this_thread::get_id(); });
    }
    ASSERT_EQ(done.size(), 100U);
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
    EXPECT_NE(where, std::this_thread::get_id());
}

TEST(WorkerThread, TellsWhenAllIsDone) {
    Log log(LogFormat::JsonLines, LogLevel::Error);
    WorkerThread worker(log);
    worker.await_idle();
    for (int round = 0; round < 50; ++round) {
        int done = 0;
        for (int count = 0; count < 5; ++count) {
            worker.post([&done] { ++done; });
        }
        worker.await_idle();
        EXPECT_EQ(done, 5);
    }
}

TEST(WorkerThread, GoesOnAfterWorkThatThrows) {
    Log log(LogFormat::JsonLines, LogLevel::Error);
    bool is_done = false;
    {
        WorkerThread worker(log);
        worker.post([] { throw std::runtime_error("the disk"); });
        worker.post([&is_done] { is_done = true; });
    }
    EXPECT_TRUE(is_done);
}

}  // namespace
}  // namespace tradewind::base
