#include "storage/database/wake_calls.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "storage/testing/test_gate.h"

namespace tradewind::storage {
namespace {

SleeperSet set_of(std::initializer_list<Sleeper> sleepers) {
    SleeperSet set;
    for (const auto sleeper : sleepers) { set.set(static_cast<std::size_t>(sleeper)); }
    return set;
}

TEST(WakeCalls, CallsWhoIsWokenAndNobodyElse) {
    WakeCalls calls;
    int imports = 0;
    int exports = 0;
    calls.set(Sleeper::Imports, [&] { ++imports; });
    calls.set(Sleeper::Exports, [&] { ++exports; });
    calls.make({});
    calls.make(set_of({Sleeper::Exports, Sleeper::Scores}));
    calls.make(set_of({Sleeper::Imports, Sleeper::Exports}));
    EXPECT_EQ(imports, 1);
    EXPECT_EQ(exports, 2);
    calls.set(Sleeper::Exports, {});
    calls.make(set_of({Sleeper::Imports, Sleeper::Exports}));
    EXPECT_EQ(imports, 2);
    EXPECT_EQ(exports, 2);
}

TEST(WakeCalls, HoldsNoLockDuringACall) {
    WakeCalls calls;
    TestGate gate;
    std::atomic<int> made{0};
    calls.set(Sleeper::Engine, [&] {
        if (++made == 1) { gate.pass(); }
    });
    std::thread first([&] { calls.make(set_of({Sleeper::Engine})); });
    gate.wait_until_reached();
    calls.make(set_of({Sleeper::Engine}));
    calls.set(Sleeper::Outbox, [] {});
    EXPECT_EQ(made, 2);
    gate.open();
    first.join();
}

TEST(WakeCalls, TakesACallAwayOnlyWhenItIsNotRunning) {
    WakeCalls calls;
    TestGate gate;
    std::atomic<bool> has_ended{false};
    calls.set(Sleeper::Engine, [&] {
        gate.pass();
        has_ended = true;
    });
    std::thread caller([&] { calls.make(set_of({Sleeper::Engine})); });
    gate.wait_until_reached();
    std::thread taker([&] {
        calls.set(Sleeper::Engine, {});
        EXPECT_TRUE(has_ended);
    });
    gate.open();
    taker.join();
    caller.join();
}

}  // namespace
}  // namespace tradewind::storage
