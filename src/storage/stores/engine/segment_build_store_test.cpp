#include "storage/stores/engine/segment_build_store.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::segment_build_store_test {
namespace {

class SegmentBuildStore : public StoreTest {
  protected:
    void SetUp() override {
        run([](Transaction& transaction) {
            insert_segment(transaction, {.id = segment,
                                         .name = "Regulars",
                                         .kind = domain::SegmentKind::Dynamic,
                                         .description = {},
                                         .created_at = {1},
                                         .updated_at = {1}});
        });
    }
    domain::Segment now() {
        return run([](Transaction& transaction) { return find_segment(transaction, segment).value(); });
    }
    void queue(std::string_view filter, base::Id set) {
        run([&](Transaction& transaction) {
            queue_segment_build(transaction, lock_segment(transaction, segment).value(), filter, set);
        });
    }
    // One slice of these, up to the last of them.
    void build(base::Id set, const std::vector<std::int64_t>& contacts) {
        EXPECT_TRUE(run([&](Transaction& transaction) {
            return begin_segment_build(transaction, {.segment = segment, .set = set}, 10);
        }));
        run([&](Transaction& transaction) {
            const auto entered =
                insert_built_members(transaction, {.set = set, .before = {}, .now = {7}, .contacts = contacts});
            advance_segment_build(transaction, {.segment = segment, .set = set},
                                  {.place = {contacts.back()}, .done = 5, .total = 10, .entered = entered});
        });
    }
    void finish() {
        run([](Transaction& transaction) {
            finish_segment_build(transaction, lock_segment(transaction, segment).value());
        });
    }

    static constexpr base::Id segment{5};
};

INSTANTIATE_TEST_SUITE_P(Engines, SegmentBuildStore, both_engines, engine_name);

TEST_P(SegmentBuildStore, TheFirstSetComesIntoForceWhenItIsWholeAndNothingIsToBeTold) {
    queue(R"({"a":1})", {11});
    EXPECT_EQ(now().build, (domain::SegmentBuild{.state = domain::BuildState::Queued}));
    EXPECT_EQ(now().member_set, std::nullopt);
    build({11}, {1, 2, 3});
    EXPECT_EQ(now().members, 0) << "nobody is in it yet";
    const auto claimed = run(
        [](Transaction& transaction) { return claim_segment_build(transaction, {.segment = segment, .set = {11}}); });
    EXPECT_EQ(claimed,
              (domain::SegmentBuild{.state = domain::BuildState::Building, .place = {3}, .done = 5, .total = 10}));
    // Whoever moves meanwhile is counted, before and after the set comes into force.
    run([](Transaction& transaction) { note_set_change(transaction, {11}, {70}, 1); });
    EXPECT_FALSE(run([](Transaction& transaction) { return add_up_set(transaction, {11}); }));
    run([](Transaction& transaction) { note_set_change(transaction, {11}, {71}, -1); });
    finish();
    const auto built = now();
    EXPECT_EQ(built.member_set, base::Id{11});
    EXPECT_EQ(built.next_set, std::nullopt);
    EXPECT_EQ(built.told_set, std::nullopt);
    EXPECT_EQ(built.members, 3);
    EXPECT_EQ(built.build->state, domain::BuildState::Ready);
    EXPECT_EQ(built.build->total, 5) << "what was an estimate is known now";
    EXPECT_FALSE(run([](Transaction& transaction) { return add_up_set(transaction, {11}); }));
    EXPECT_EQ(now().members, 3);
    EXPECT_TRUE(run(unused_sets).empty());
}

TEST_P(SegmentBuildStore, ASecondSetStandsBesideTheFirstUntilTheDifferencesAreTold) {
    queue(R"({"a":1})", {11});
    build({11}, {1, 2});
    finish();
    queue(R"({"a":2})", {12});
    EXPECT_EQ(now().member_set, base::Id{11});
    EXPECT_EQ(now().members, 2);
    build({12}, {2, 3, 4});
    EXPECT_EQ(now().members, 2);
    finish();
    EXPECT_EQ(now().members, 3);
    EXPECT_EQ(now().told_set, base::Id{11});
    EXPECT_TRUE(run(
        [](Transaction& transaction) { return advance_telling(transaction, {.segment = segment, .set = {11}}, {3}); }));
    EXPECT_EQ(now().told_place, base::Id{3});
    run([](Transaction& transaction) { finish_telling(transaction, lock_segment(transaction, segment).value()); });
    EXPECT_EQ(now().told_set, std::nullopt);
    EXPECT_EQ(run(unused_sets), std::vector{base::Id{11}});
    EXPECT_FALSE(run(
        [](Transaction& transaction) { return advance_telling(transaction, {.segment = segment, .set = {11}}, {4}); }));
}

TEST_P(SegmentBuildStore, WhoWorksOnABuildThatWasGivenUpFindsNothing) {
    queue(R"({"a":1})", {11});
    build({11}, {1});
    queue(R"({"a":2})", {12});
    EXPECT_EQ(run(unused_sets), std::vector{base::Id{11}});
    const BuildName old{.segment = segment, .set = {11}};
    EXPECT_FALSE(run([&](Transaction& transaction) { return claim_segment_build(transaction, old).has_value(); }));
    EXPECT_FALSE(run([&](Transaction& transaction) { return begin_segment_build(transaction, old, 1); }));
    run([&](Transaction& transaction) {
        advance_segment_build(transaction, old, {.place = {9}, .done = 9, .total = 9, .entered = 9});
    });
    EXPECT_EQ(now().build, (domain::SegmentBuild{.state = domain::BuildState::Queued}));
    EXPECT_TRUE(run([&](Transaction& transaction) {
        return begin_segment_build(transaction, {.segment = segment, .set = {12}}, 1);
    }));
    EXPECT_FALSE(run([&](Transaction& transaction) {
        return begin_segment_build(transaction, {.segment = segment, .set = {12}}, 1);
    })) << "it was begun";
}

TEST_P(SegmentBuildStore, WhatIsGivenUpIsKeptToBeTriedAgainUnlessAnotherFilterIsInForce) {
    const auto give_up = [&](NextFilter filter) {
        run([&](Transaction& transaction) {
            give_up_segment_build(transaction, lock_segment(transaction, segment).value(), filter);
        });
    };
    queue(R"({"a":1})", {11});
    give_up(NextFilter::Forgotten);
    EXPECT_EQ(now().build->state, domain::BuildState::Failed);
    EXPECT_TRUE(now().next_filter);
    EXPECT_EQ(now().next_set, std::nullopt);
    queue(R"({"a":1})", {12});
    build({12}, {1});
    finish();
    queue(R"({"a":2})", {13});
    build({13}, {1});
    give_up(NextFilter::Kept);
    EXPECT_EQ(now().build->state, domain::BuildState::Failed);
    EXPECT_TRUE(now().next_filter);
    EXPECT_EQ(now().members, 1);
    give_up(NextFilter::Forgotten);
    EXPECT_EQ(now().build->state, domain::BuildState::Ready);
    EXPECT_EQ(now().build->total, std::nullopt) << "how far the other one came is gone";
    EXPECT_FALSE(now().next_filter);
    EXPECT_EQ(run(unused_sets), (std::vector{base::Id{11}, base::Id{13}}));
}

TEST_P(SegmentBuildStore, AFilterIsFoundByWhatItSays) {
    const auto places = [&](std::string_view filter) {
        const auto found = run([&](Transaction& transaction) { return find_filter(transaction, segment, filter); });
        return std::pair(found.is_in_force, found.is_next);
    };
    constexpr std::string_view first = R"({"field":"_name","is":"isSet"})";
    constexpr std::string_view second = R"({"field":"_name","is":"isNotSet"})";
    EXPECT_EQ(places(first), std::pair(false, false));
    queue(first, {11});
    EXPECT_EQ(places(first), std::pair(false, true));
    finish();
    queue(second, {12});
    EXPECT_EQ(places(first), std::pair(true, false));
    EXPECT_EQ(places(second), std::pair(false, true));
}

TEST_P(SegmentBuildStore, IncidentsAreKeptUntilTheNextBuild) {
    const auto set = [&](const std::optional<std::string>& incidents) {
        run([&](Transaction& transaction) { set_segment_incidents(transaction, segment, incidents); });
    };
    set("[1]");
    EXPECT_EQ(now().incidents, "[1]");
    set("[1, 2]");
    EXPECT_EQ(now().incidents, "[1, 2]");
    set({});
    EXPECT_EQ(now().incidents, std::nullopt);
    set("[1]");
    queue("{}", {11});
    EXPECT_EQ(now().incidents, std::nullopt);
}

}  // namespace
}  // namespace tradewind::storage::segment_build_store_test
