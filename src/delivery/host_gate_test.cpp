#include "delivery/host_gate.h"

#include <gtest/gtest.h>

#include <vector>

namespace tradewind::delivery::host_gate_test {
namespace {

using namespace std::chrono_literals;
using Outcome = HostGate::Outcome;

class HostGateTest : public testing::Test {
  protected:
    void call(Outcome outcome) { gate.note_end(gate.note_start(), outcome, now); }
    void fail(std::size_t times) {
        for (std::size_t number = 0; number < times; ++number) { call(Outcome::Fails); }
    }

    HostGate gate;
    HostGate::Time now{1h};
};

TEST_F(HostGateTest, LetsTenThroughAtOnce) {
    std::vector<HostGate::Call> calls;
    for (std::size_t free = 10; free > 0; --free) {
        EXPECT_EQ(gate.free_places(now), free);
        calls.push_back(gate.note_start());
    }
    EXPECT_EQ(gate.free_places(now), 0U);
    gate.note_end(calls[0], Outcome::Works, now);
    EXPECT_EQ(gate.free_places(now), 1U);
}

TEST_F(HostGateTest, OpensAfterTenFailuresInARowAlone) {
    fail(9);
    call(Outcome::Works);
    fail(9);
    EXPECT_FALSE(gate.is_open());
    EXPECT_EQ(gate.free_places(now), 10U);
    call(Outcome::SaysNothing);
    fail(1);
    EXPECT_TRUE(gate.is_open());
    EXPECT_EQ(gate.free_places(now), 0U);
}

TEST_F(HostGateTest, TriesOneCallAfterFiveSecondsAndThenEverMoreSeldom) {
    fail(10);
    for (const std::chrono::seconds delay : {5s, 10s, 20s, 40s, 80s, 160s, 300s, 300s}) {
        EXPECT_EQ(gate.free_places(now + delay - 1ms), 0U);
        now += delay;
        EXPECT_EQ(gate.free_places(now), 1U) << delay.count();
        const auto probe = gate.note_start();
        EXPECT_EQ(probe, HostGate::Call::Probe);
        EXPECT_EQ(gate.free_places(now), 0U) << "only one at a time";
        gate.note_end(probe, Outcome::Fails, now);
    }
    now += 300s;
    call(Outcome::Works);
    EXPECT_FALSE(gate.is_open());
    EXPECT_EQ(gate.free_places(now), 10U);
    fail(10);
    EXPECT_EQ(gate.free_places(now + 5s), 1U) << "it begins anew";
}

TEST_F(HostGateTest, AProbeThatSaysNothingIsTriedAgainAtOnce) {
    fail(10);
    now += 5s;
    call(Outcome::SaysNothing);
    EXPECT_EQ(gate.free_places(now), 1U);
}

TEST_F(HostGateTest, WhatWasOnItsWayWhenItOpenedMakesNothingWorse) {
    std::vector<HostGate::Call> calls;
    for (int number = 0; number < 10; ++number) { calls.push_back(gate.note_start()); }
    gate.note_end(calls[0], Outcome::Fails, now);
    for (int number = 0; number < 9; ++number) { fail(1); }
    ASSERT_TRUE(gate.is_open());
    now += 5s;
    const auto probe = gate.note_start();
    gate.note_end(calls[1], Outcome::Fails, now);
    EXPECT_EQ(gate.free_places(now), 0U) << "the probe is still on its way";
    gate.note_end(probe, Outcome::Fails, now);
    EXPECT_EQ(gate.free_places(now + 10s), 1U);
    gate.note_end(calls[2], Outcome::Works, now);
    EXPECT_FALSE(gate.is_open()) << "a late success is one";
}

TEST_F(HostGateTest, IsIdleWhenThereIsNothingToRemember) {
    EXPECT_TRUE(gate.is_idle());
    const auto call = gate.note_start();
    EXPECT_FALSE(gate.is_idle());
    gate.note_end(call, Outcome::Fails, now);
    EXPECT_FALSE(gate.is_idle());
    this->call(Outcome::Works);
    EXPECT_TRUE(gate.is_idle());
}

}  // namespace
}  // namespace tradewind::delivery::host_gate_test
