#include "engine/engine_test.h"

#include <random>

#include "base/fault.h"
#include "storage/stores/engine/segment_time_store.h"
#include "storage/stores/settings/outside_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::engine {
namespace {

using namespace std::chrono_literals;
using operations::MemberMove;

constexpr std::string_view subscribed =
    R"({"field": "_newsletterSubscriptionStatus", "is": "in", "values": ["subscribed"]})";
constexpr std::string_view bought_lately = R"({"purchases": {"within": {"last": "P30D"}}})";

class DynamicSegments : public EngineTest {};

TEST_F(DynamicSegments, AreBuiltWithoutAWordAndFollowWhatHappens) {
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    change("bob", R"({"_newsletterSubscriptionStatus": "unsubscribed"})");
    const auto segment = make_segment(std::string(subscribed));
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
    const auto segment = make_segment(std::string(bought_lately));
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
    const auto segment = make_segment(std::string(bought_lately));
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
    const auto segment = make_segment(std::string(bought_lately));
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
        make_segment(R"({"any": [{"segment": ")" + chosen.text() + R"("}, )" + std::string(subscribed) + "]}");
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
    const auto segment = make_segment(std::string(subscribed));
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
    const auto segment = make_segment(std::string(bought_lately));
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
    const auto segment = make_segment(std::string(subscribed));
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
    make_segment(std::string(subscribed));
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
    const auto segment = make_segment(std::string(bought_lately));
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
    const auto segment = make_segment(std::string(bought_lately));
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
        make_segment(std::string(subscribed));
        make_segment(std::string(bought_lately));
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
    const auto segment = make_segment(std::string(subscribed));
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
    const auto segment = make_segment(std::string(subscribed));
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

// Everything that can happen, in any order, with engines that are killed between any two transactions.
class RandomHistory : public EngineTest {
  protected:
    void live(std::uint64_t seed, int steps) {
        chance.seed(seed);
        chosen = make_segment("");
        for (const auto& filter : filters()) { segments.push_back(make_segment(filter)); }
        for (int step = 0; step < steps; ++step) { happen(); }
        for (int round = 0; round < 3; ++round) {
            for (auto& engine : engines) { engine->run(); }
            clock.advance(BucketLeases::renewal_interval);
        }
        engines.clear();
        clock.advance(2 * BucketLeases::lease_time);
        auto last = make_engine(*database, "last one", sharing);
        last->run();
    }
    // Empty: everybody is where the filters say, and was told so once.
    std::string problem() {
        if (auto wrong = difference(); !wrong.empty()) { return wrong; }
        if (const auto left = queued(); left != 0) { return std::to_string(left) + " changes wait"; }
        for (const auto segment : segments) {
            for (int number = 0; number < people; ++number) {
                const auto name = person(number);
                const auto moves = told(segment, name);
                for (std::size_t at = 1; at < moves.size(); ++at) {
                    if (moves[at] == moves[at - 1]) { return name + " was told " + moves + " of one segment"; }
                }
                if (!moves.empty() && (moves.back() == '+') != is_in(segment, name)) {
                    return name + " was told " + moves + " and is elsewhere";
                }
            }
        }
        return "";
    }

    std::vector<std::unique_ptr<Engine>> engines;
    BucketLeases::Sharing sharing = BucketLeases::Sharing::Alone;

  private:
    static constexpr int people = 8;
    static std::string person(int number) { return "person" + std::to_string(number); }
    int dice(int sides) { return static_cast<int>(chance() % static_cast<std::uint64_t>(sides)); }

    std::vector<std::string> filters() {
        const auto inner = make_segment(std::string(subscribed));
        segments.push_back(inner);
        return {
            std::string(bought_lately),
            R"({"purchases": {"within": {"last": "P1M"}, "where": [{"item": "productId", "is": "in",
                    "values": ["mug", "hat"]}]}, "amount": {"atLeast": 30}})",
            R"({"all": [{"segment": ")" + inner.text() + R"("}, {"not": {"purchases": {}, "count": {"atLeast": 2}}}]})",
            R"({"any": [{"not": {"segment": ")" + inner.text() + R"("}}, {"segment": ")" + chosen.text() + R"("}]})",
            R"({"event": "cart", "where": [{"field": "total", "is": "atLeast", "value": 5}],
                    "within": {"last": "P2D"}})",
            R"({"all": [{"field": "_lastPurchaseDate", "is": "notInLast", "period": "P10D"},
                    {"field": "_points", "is": "atMost", "value": 3}]})",
            R"({"field": "_rfm", "is": "in", "values": ["champions"]})",
            R"({"field": "_birthdate", "is": "anniversaryInNext", "period": "P7D"})"};
    }
    void happen() {
        const auto name = person(dice(people));
        const auto cause = dice(4) == 0 ? domain::Cause{.kind = domain::Cause::Kind::Import} : domain::Cause{};
        switch (dice(14)) {
            case 0:
            case 1:
                change(name,
                       R"({"_newsletterSubscriptionStatus": ")" + std::string(dice(2) == 0 ? "subscribed" : "none") +
                           R"(", "_points": )" + std::to_string(dice(6)) + "}",
                       cause);
                break;
            case 2:
                change(name, R"({"_birthdate": "1990-0)" + std::to_string(dice(9) + 1) + R"(-15"})", cause);
                break;
            case 3:
            case 4:
                if (find(name)) {
                    const std::array<std::string, 3> products{"mug", "hat", "shoe"};
                    bought.push_back(buy(name, products[static_cast<std::size_t>(dice(3))], dice(60) - 10,
                                         {clock.now().milliseconds + (dice(40) - 30) * std::int64_t{86'400'000}},
                                         cause));
                }
                break;
            case 5:
                if (!bought.empty()) {
                    take_back(bought[static_cast<std::size_t>(dice(static_cast<int>(bought.size())))]);
                }
                break;
            case 6:
                if (find(name)) { send_event(name, dice(10)); }
                break;
            case 7:
                put_into(chosen, name, dice(2) == 0 ? MemberMove::Enter : MemberMove::Leave);
                break;
            case 8:
                if (dice(4) == 0) { erase(name); }
                break;
            case 9:
                score(name, dice(2) == 0 ? "champions" : "lost");
                break;
            case 10:
                clock.advance(std::chrono::minutes(dice(60 * 24 * 4)));
                break;
            case 11:
                if (dice(3) == 0) {
                    change_filter(segments[static_cast<std::size_t>(dice(2) + 1)],
                                  R"({"purchases": {"within": {"last": "P)" + std::to_string(dice(20) + 1) +
                                      R"(D"}}, "count": {"atLeast": 1}})");
                }
                break;
            case 12:
            case 13:
                work();
                break;
            default:
                break;
        }
    }
    // An engine works, and is killed after some transactions, or not.
    void work() {
        const bool is_shared = sharing == BucketLeases::Sharing::Shared;
        if (engines.empty() || (is_shared && engines.size() < 2)) {
            engines.push_back(make_engine(refusing, "engine" + std::string(engines.size(), '+'), sharing));
        }
        auto& engine = engines[static_cast<std::size_t>(dice(static_cast<int>(engines.size())))];
        const bool is_killed = dice(2) == 0;
        refusing.refuse(is_killed ? 1'000'000 : 0, dice(12));
        engine->run();
        refusing.refuse(0, 0);
        if (is_killed) { engine.reset(); }
        std::erase(engines, nullptr);
    }

    std::mt19937_64 chance;
    storage::RefusingDatabase refusing{*database};
    base::Id chosen;
    std::vector<base::Id> segments;
    std::vector<base::Id> bought;
};

TEST_F(RandomHistory, LeavesEverybodyWhereTheFiltersSay) {
    const std::uint64_t seed = std::random_device()();
    live(seed, 400);
    EXPECT_EQ(problem(), "") << "seed " << seed;
}

TEST_F(RandomHistory, LeavesEverybodyWhereTheFiltersSayAlsoWithTwoProcesses) {
    sharing = BucketLeases::Sharing::Shared;
    const std::uint64_t seed = std::random_device()();
    live(seed, 400);
    EXPECT_EQ(problem(), "") << "seed " << seed;
}

// In these somebody came while an outer segment waited for its inner one to be built, and stayed in it.
TEST_F(RandomHistory, LeavesNobodyWhereABuildThatHadNotBegunPutThem) {
    sharing = BucketLeases::Sharing::Shared;
    live(175'505'218, 400);
    EXPECT_EQ(problem(), "");
}

class PlantedHistory : public RandomHistory, public testing::WithParamInterface<base::Fault> {};

TEST_P(PlantedHistory, IsFoundOut) {
    const base::PlantedFault fault(GetParam());
    live(7, 400);
    EXPECT_NE(problem(), "");
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedHistory, testing::Values(base::Fault::DropTimeRow, base::Fault::LostChange));

TEST_F(DynamicSegments, AnImportThatIsNotQueuedIsFoundOut) {
    change("ada", "{}");
    make_segment(std::string(subscribed));
    run_engine();
    const base::PlantedFault fault(base::Fault::SilentImports);
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})", {.kind = domain::Cause::Kind::Import});
    run_engine();
    EXPECT_NE(difference(), "");
}

TEST_F(DynamicSegments, AnOuterSegmentThatIsLookedAtFirstIsFoundOut) {
    change("ada", "{}");
    const auto inner = make_segment(std::string(subscribed));
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
