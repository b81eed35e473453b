#include "jobs/chore_thread.h"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>

namespace tradewind::jobs {
namespace {

using std::chrono::milliseconds;

class ChoreThreadTest : public testing::Test {
  protected:
    base::SystemClock clock;
    base::Log log{base::LogFormat::Text, base::LogLevel::Error};
};

TEST_F(ChoreThreadTest, DoesEachChoreAgainAndAgainAlsoAfterAFailure) {
    std::promise<void> third_of_one;
    std::promise<void> third_of_other;
    int runs_of_one = 0;
    int runs_of_other = 0;
    const ChoreThread thread({{.name = "fails",
                               .interval = milliseconds(1),
                               .run =
                                   [&] {
                                       if (++runs_of_one == 3) { third_of_one.set_value(); }
                                       throw std::runtime_error("planted by the test");
                                   }},
                              {.name = "works",
                               .interval = milliseconds(2),
                               .run =
                                   [&] {
                                       if (++runs_of_other == 3) { third_of_other.set_value(); }
                                   }}},
                             clock, log);
    third_of_one.get_future().wait();
    third_of_other.get_future().wait();
}

TEST_F(ChoreThreadTest, EndsAtOnceThoughItsNextChoreIsFarAway) {
    const ChoreThread thread({{.name = "far", .interval = std::chrono::hours(1), .run = [] { FAIL(); }}}, clock, log);
}

TEST_F(ChoreThreadTest, DoesAtOnceWhatBeginsSo) {
    std::promise<void> done;
    const ChoreThread thread({{.name = "first",
                               .interval = std::chrono::hours(1),
                               .run = [&] { done.set_value(); },
                               .begins_at_once = true}},
                             clock, log);
    done.get_future().wait();
}

TEST_F(ChoreThreadTest, DoesEverythingAtOnceWhenItIsToHurry) {
    std::promise<void> done;
    ChoreThread thread({{.name = "far", .interval = std::chrono::hours(1), .run = [&] { done.set_value(); }}}, clock,
                       log);
    thread.hurry();
    done.get_future().wait();
}

TEST_F(ChoreThreadTest, DoesAtTheEndWhatIsToBeDoneThen) {
    int runs = 0;
    {
        const ChoreThread thread(
            {{.name = "last", .interval = std::chrono::hours(1), .run = [&] { ++runs; }, .runs_at_end = true}}, clock,
            log);
    }
    EXPECT_EQ(runs, 1);
}

TEST_F(ChoreThreadTest, MayHaveNothingToDo) {
    const ChoreThread thread({}, clock, log);
}

}  // namespace
}  // namespace tradewind::jobs
