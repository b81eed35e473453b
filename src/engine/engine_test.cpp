#include "engine/engine_test.h"

#include "base/fault.h"
#include "storage/stores/engine/segment_time_store.h"
#include "storage/stores/settings/outside_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::engine {
namespace {

using namespace std::chrono_literals;
using operations::MemberMove;

class DynamicSegments : public EngineTest {};

TEST_F(DynamicSegments, AreBuiltWithoutAWordAndFollowWhatHappens) {
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    change("bob", R"({"_newsletterSubscriptionStatus": "unsubscribed"})");
    const auto segment = make_segment(std::string(subscribed_filter));
    EXPECT_FALSE(is_in(segment, "ada"));
    run_engine();
    EXPECT_TRUE(is_in(segment, "ada"));
    EXPECT_FALSE(is_in(segment, "bob"));
    EXPECT_EQ(told(segment, "ada"), "");

    change("bob", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    change("ada", R"({"_newsletterSubscriptionStatus": "unsubscribed"})");
    change("cem", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    run_engine();
    EXPECT_EQ(difference(), "");
    EXPECT_EQ(told(segment, "ada"), "-");
    EXPECT_EQ(told(segment, "bob"), "+");
    EXPECT_EQ(told(segment, "cem"), "+");
    EXPECT_EQ(queued(), 0);
    // A second time there is nothing to do.
    run_engine();
    EXPECT_EQ(told(segment, "bob"), "+");
}

TEST_F(DynamicSegments, WhoeverIsNewIsLookedAtAlsoForWhatItHasNotDone) {
    const auto segment = make_segment(R"({"not": {"purchases": {}}})");
    run_engine();
    change("ada", "{}");
    run_engine();
    EXPECT_TRUE(is_in(segment, "ada"));
    buy("ada", "mug", 10, clock.now());
    run_engine();
    EXPECT_EQ(told(segment, "ada"), "+-");
}

TEST_F(DynamicSegments, AreLeftByTimeAlone) {
    change("ada", "{}");
    const auto segment = make_segment(std::string(bought_lately_filter));
    buy("ada", "mug", 10, clock.now());
    run_engine();
    EXPECT_TRUE(is_in(segment, "ada"));
    clock.advance(30 * 24h - 1ms);
    run_engine();
    EXPECT_TRUE(is_in(segment, "ada"));
    clock.advance(1ms);
    run_engine();
    EXPECT_FALSE(is_in(segment, "ada"));
    EXPECT_EQ(told(segment, "ada"), "-");
}

TEST_F(DynamicSegments, WhatLiesAheadCountsWhenItsMomentComes) {
    change("ada", "{}");
    const auto segment = make_segment(std::string(bought_lately_filter));
    run_engine();
    buy("ada", "mug", 10, {clock.now().milliseconds + 3'600'000});
    run_engine();
    EXPECT_FALSE(is_in(segment, "ada"));
    clock.advance(1h);
    run_engine();
    EXPECT_TRUE(is_in(segment, "ada"));
}

TEST_F(DynamicSegments, APurchaseThatIsTakenBackWasNeverMade) {
    change("ada", "{}");
    const auto segment = make_segment(std::string(bought_lately_filter));
    run_engine();
    const auto purchase = buy("ada", "mug", 10, clock.now());
    run_engine();
    take_back(purchase);
    run_engine();
    EXPECT_EQ(told(segment, "ada"), "+-");
}

TEST_F(DynamicSegments, StandOneInTheOtherAndInnerOnesAreLookedAtFirst) {
    change("ada", "{}");
    const auto chosen = make_segment("");
    const auto inner =
        make_segment(R"({"any": [{"segment": ")" + chosen.text() + R"("}, )" + std::string(subscribed_filter) + "]}");
    const auto outer = make_segment(R"({"all": [{"not": {"segment": ")" + inner.text() +
                                    R"("}}, {"field": "_points", "is": "atLeast", "value": 0}]})");
    run_engine();
    EXPECT_TRUE(is_in(outer, "ada"));
    // Both concern both segments: the outer one must not be left and entered again.
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed", "_points": 5})");
    run_engine();
    EXPECT_EQ(told(inner, "ada"), "+");
    EXPECT_EQ(told(outer, "ada"), "-");
    change("ada", R"({"_newsletterSubscriptionStatus": "unsubscribed"})");
    put_into(chosen, "ada", MemberMove::Enter);
    run_engine();
    EXPECT_EQ(told(outer, "ada"), "-");
    put_into(chosen, "ada", MemberMove::Leave);
    run_engine();
    EXPECT_EQ(told(outer, "ada"), "-+");
    EXPECT_EQ(difference(), "");
}

TEST_F(DynamicSegments, AChangedFilterIsInForceOnceItIsWholeAndItsDifferencesAreTold) {
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    change("bob", R"({"_points": 5})");
    change("cem", R"({"_newsletterSubscriptionStatus": "subscribed", "_points": 5})");
    const auto segment = make_segment(std::string(subscribed_filter));
    run_engine();
    change_filter(segment, R"({"field": "_points", "is": "atLeast", "value": 5})");
    EXPECT_TRUE(is_in(segment, "ada"));
    run_engine();
    EXPECT_EQ(difference(), "");
    EXPECT_EQ(told(segment, "ada"), "-");
    EXPECT_EQ(told(segment, "bob"), "+");
    EXPECT_EQ(told(segment, "cem"), "");
    // What the old filter waited for concerns it no more.
    const auto looked_at = figures.changes.value();
    change("dan", R"({"_points": 1})");
    change("ada", R"({"_newsletterSubscriptionStatus": "none"})");
    run_engine();
    EXPECT_EQ(figures.changes.value() - looked_at, 1U);
}

TEST_F(DynamicSegments, ErasingTakesMembershipsAndTimesAtOnce) {
    change("ada", "{}");
    const auto segment = make_segment(std::string(bought_lately_filter));
    buy("ada", "mug", 10, clock.now());
    run_engine();
    const auto id = find("ada")->id;
    erase("ada");
    const auto left = in_transaction([&](auto& transaction) {
        return storage::times_of(transaction, id).size() + storage::sets_of(transaction, id).size();
    });
    EXPECT_EQ(left, 0U);
    clock.advance(40 * 24h);
    run_engine();
    EXPECT_EQ(difference(), "");
    EXPECT_FALSE(is_in(segment, "ada"));
}

TEST_F(DynamicSegments, EveryCauseIsHandedOn) {
    change("ada", "{}");
    const auto segment = make_segment(std::string(subscribed_filter));
    run_engine();
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})", {.kind = domain::Cause::Kind::Import});
    run_engine();
    const auto contact = find("ada")->id;
    const auto page = in_transaction([&](auto& transaction) {
        return storage::list_activities(transaction, contact, {.page = 1, .size = 10, .cursor = {}});
    });
    ASSERT_EQ(page.items.front().kind, domain::ActivityKind::ContactEnteredSegment);
    EXPECT_EQ(page.items.front().cause.kind, domain::Cause::Kind::Import);
    EXPECT_EQ(told(segment, "ada"), "+");
}

TEST_F(DynamicSegments, AChangeThatIsQueuedWakesTheEngine) {
    change("ada", "{}");
    make_segment(std::string(subscribed_filter));
    run_engine();
    int woken = 0;
    database->on_wake(storage::Sleeper::Engine, [&] { ++woken; });
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    EXPECT_EQ(woken, 1);
    {
        const base::PlantedFault fault(base::Fault::LostWake);
        change("ada", R"({"_newsletterSubscriptionStatus": "none"})");
        EXPECT_EQ(woken, 1);
    }
    database->on_wake(storage::Sleeper::Engine, nullptr);
}

TEST_F(DynamicSegments, AreBuiltAnewWhenTheClockWentFarBack) {
    change("ada", "{}");
    const auto segment = make_segment(std::string(bought_lately_filter));
    buy("ada", "mug", 10, clock.now());
    auto engine = make_engine(*database);
    engine->run();
    clock.advance(40 * 24h);
    engine->run();
    EXPECT_FALSE(is_in(segment, "ada"));
    clock.advance(-39 * 24h);
    engine->run();
    EXPECT_TRUE(is_in(segment, "ada"));
    EXPECT_EQ(told(segment, "ada"), "-+");
    EXPECT_EQ(difference(), "");
}

// Each engine is that of a start.
TEST_F(DynamicSegments, AreBuiltAnewOnceAfterAClockThatWasFarAhead) {
    change("ada", "{}");
    const auto segment = make_segment(std::string(bought_lately_filter));
    buy("ada", "mug", 10, clock.now());
    run_engine();
    const auto set_of_members = [&] {
        return in_transaction(
            [&](auto& transaction) { return *storage::find_segment(transaction, segment)->member_set; });
    };
    clock.advance(40 * 24h);
    const auto far_ahead = clock.now();
    in_transaction([&](auto& transaction) { return storage::note_seen(transaction, far_ahead), true; });
    run_engine();
    EXPECT_FALSE(is_in(segment, "ada"));
    const auto ahead = set_of_members();

    clock.advance(-39 * 24h);
    run_engine();
    EXPECT_TRUE(is_in(segment, "ada"));
    const auto rebuilt = set_of_members();
    EXPECT_NE(rebuilt, ahead);
    run_engine();
    clock.advance(1h);
    run_engine();
    EXPECT_EQ(set_of_members(), rebuilt);
    // A clock that goes back again is noticed again, though it never got there.
    clock.advance(-2min);
    run_engine();
    EXPECT_NE(set_of_members(), rebuilt);
    EXPECT_EQ(difference(), "");
    const auto seen_at = in_transaction([&](auto& transaction) { return storage::find_last_use(transaction).seen_at; });
    EXPECT_EQ(seen_at, far_ahead) << "ids may be as new as that";
}

TEST_F(DynamicSegments, AreBuiltAnewForAnotherTimeZone) {
    // In the evening in Greenwich it is the next day on the Line Islands.
    change("ada", R"({"_birthdate": "1990-11-14"})");
    const auto segment = make_segment(R"({"field": "_birthdate", "is": "anniversaryInNext", "period": "P0D"})");
    run_engine();
    EXPECT_TRUE(is_in(segment, "ada"));
    in_transaction([&](auto& transaction) {
        domain::Patch<domain::Store> patch;
        patch.values.timezone = "Pacific/Kiritimati";
        patch.present.set(domain::index_of(domain::store_fields, "timezone"));
        return operations::change_store(transaction, sources, actor, patch).ok();
    });
    run_engine();
    EXPECT_EQ(difference(), "");
    EXPECT_FALSE(is_in(segment, "ada"));
}

TEST_F(DynamicSegments, AreRightWhateverHappensBetweenTwoPiecesOfWork) {
    storage::RefusingDatabase watched(*database);
    for (int piece = 1; piece <= 12; ++piece) {
        const auto erased = "erased" + std::to_string(piece);
        const auto changed = "changed" + std::to_string(piece);
        change(erased, R"({"_newsletterSubscriptionStatus": "subscribed"})");
        change(changed, R"({"_newsletterSubscriptionStatus": "subscribed"})");
        buy(erased, "mug", 1, clock.now());
        const auto id = find(erased)->id;
        make_segment(std::string(subscribed_filter));
        make_segment(std::string(bought_lately_filter));
        int seen = 0;
        watched.before_each = [&] {
            if (++seen != piece) { return; }
            erase(erased);
            change(changed, R"({"_newsletterSubscriptionStatus": "none"})");
        };
        make_engine(watched)->run();
        watched.before_each = nullptr;
        run_engine();
        EXPECT_EQ(difference(), "") << piece;
        const auto left = in_transaction([&](auto& transaction) {
            return storage::times_of(transaction, id).size() + storage::sets_of(transaction, id).size();
        });
        EXPECT_EQ(left, 0U) << piece;
    }
}

TEST_F(DynamicSegments, AreBuiltThoughSomebodyComesBeforeEachPieceOfWork) {
    change("first", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    const auto segment = make_segment(std::string(subscribed_filter));
    storage::RefusingDatabase watched(*database);
    int came = 0;
    bool is_built = false;
    watched.before_each = [&] {
        if (is_built || came == 100) { return; }
        change("new" + std::to_string(++came), R"({"_newsletterSubscriptionStatus": "subscribed"})");
        is_built = in_transaction(
            [&](auto& transaction) { return storage::find_segment(transaction, segment)->member_set.has_value(); });
    };
    make_engine(watched)->run();
    EXPECT_TRUE(is_built);
    EXPECT_EQ(difference(), "");
}

TEST_F(DynamicSegments, AreNotTouchedByAProcessThatStoodStillUntilOthersTookOver) {
    change("ada", "{}");
    const auto segment = make_segment(std::string(subscribed_filter));
    storage::RefusingDatabase watched(*database);
    const auto shared = BucketLeases::Sharing::Shared;
    auto still = make_engine(watched, "first", shared);
    still->run();
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    int seen = 0;
    watched.before_each = [&] {
        if (++seen != 2) { return; }  // It has decided, and is about to write.
        clock.advance(3 * BucketLeases::lease_time);
        change("ada", R"({"_newsletterSubscriptionStatus": "none"})");
        make_engine(*database, "another", shared)->run();
        EXPECT_EQ(queued(), 0);
    };
    still->run();
    EXPECT_GE(seen, 2);
    EXPECT_EQ(told(segment, "ada"), "");
    EXPECT_EQ(difference(), "");
}

constexpr storage::Query damage_event{.name = "test.damage_event",
                                      .sql = "UPDATE activities SET data = '{' WHERE kind = 'custom-event'"};

TEST_F(DynamicSegments, AreBuiltWithoutWhoeverCannotBeLookedAtAndThePumpGoesOn) {
    if (storage::default_test_engine() == storage::TestEngine::Postgres) { return; }  // It keeps no damaged JSON.
    const base::Id desk{17};
    tell_incidents_by(desk);
    change("ada", "{}");
    change("bob", "{}");
    send_event("ada", 9);
    in_transaction([&](auto& transaction) {
        transaction.execute(damage_event);
        return true;
    });
    const auto segment =
        make_segment(R"({"event": "cart", "where": [{"field": "total", "is": "atLeast", "value": 5}]})");
    auto engine = make_engine(*database);
    for (int attempt = 0; attempt < 10; ++attempt) { engine->run(); }
    ASSERT_EQ(calls_of(desk).size(), 1U);
    EXPECT_EQ(calls_of(desk)[0].node, "incident:contact-left-out");
    EXPECT_EQ(calls_of(desk)[0].run, segment);
    send_event("bob", 9);
    send_event("ada", 9);
    for (int attempt = 0; attempt < 10; ++attempt) { engine->run(); }
    EXPECT_TRUE(is_in(segment, "bob"));
    EXPECT_EQ(figures.dead_letters.value(), 2U);
    EXPECT_EQ(queued(), 0);
    ASSERT_EQ(calls_of(desk).size(), 2U);
    EXPECT_EQ(calls_of(desk)[0].node, "incident:changes-put-aside");
}

constexpr storage::Query fill_history{
    .name = "test.fill_history",
    .sql = R"(WITH RECURSIVE numbers (number) AS (
                  SELECT cast(1 as bigint) UNION ALL SELECT number + 1 FROM numbers WHERE number < $2)
              INSERT INTO activities (contact_id, id, kind, at, data, moment)
              SELECT $1, number, 'login', $3, '{}', '{}' FROM numbers)",
};

TEST_F(DynamicSegments, SayWhenSomebodyHasMoreHistoryThanIsRead) {
    const auto ada = change("ada", "{}");
    const std::string has_points = R"({"field": "_points", "is": "atLeast", "value": 0})";
    const auto never_registered =
        R"({"all": [)" + has_points + R"(, {"activity": "register", "count": {"equals": 0}}]})";
    const auto has_told = [this](base::Id segment) {
        const auto incidents = in_transaction(
            [&](auto& transaction) { return storage::find_segment(transaction, segment)->incidents.value_or(""); });
        return incidents.find("long-history") != std::string::npos;
    };
    const auto first = make_segment(never_registered);
    run_engine();
    EXPECT_FALSE(has_told(first));
    in_transaction([&](auto& transaction) {
        transaction.execute(fill_history,
                            {ada.number, domain::filter_history_rows_max, clock.now().milliseconds - 1'000});
        return true;
    });
    change("ada", R"({"_points": 1})");
    run_engine();
    EXPECT_TRUE(has_told(first)) << "when somebody is looked at";
    const auto second = make_segment(never_registered);
    run_engine();
    EXPECT_TRUE(has_told(second)) << "when it is built";
    change_filter(second, has_points);
    run_engine();
    EXPECT_FALSE(has_told(second)) << "no history is read any more";
}

TEST_F(DynamicSegments, AnImportThatIsNotQueuedIsFoundOut) {
    change("ada", "{}");
    make_segment(std::string(subscribed_filter));
    run_engine();
    const base::PlantedFault fault(base::Fault::SilentImports);
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})", {.kind = domain::Cause::Kind::Import});
    run_engine();
    EXPECT_NE(difference(), "");
}

TEST_F(DynamicSegments, AnOuterSegmentThatIsLookedAtFirstIsFoundOut) {
    change("ada", "{}");
    const auto inner = make_segment(std::string(subscribed_filter));
    const auto outer = make_segment(R"({"all": [{"not": {"segment": ")" + inner.text() +
                                    R"("}}, {"field": "_points", "is": "atLeast", "value": 5}]})");
    run_engine();
    const base::PlantedFault fault(base::Fault::OuterFirst);
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed", "_points": 5})");
    run_engine();
    EXPECT_EQ(told(outer, "ada"), "+-");
}

}  // namespace
}  // namespace tradewind::engine
