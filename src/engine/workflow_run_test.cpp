#include "engine/workflow_run_test.h"

#include "engine/workflow_sweeps.h"
#include "operations/coupon_set_operations.h"
#include "operations/hold_operations.h"
#include "operations/run_operations.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::engine {
namespace {

TEST_F(WorkflowRunTest, ATriggerStartsARunThatActsAndEnds) {
    const auto workflow =
        chain({R"("kind": "set-field", "field": "_name", "value": "Ada")", R"("kind": "stop", "converted": true)"});
    change("ada", R"({"_surname": "L"})");
    run_engine();
    EXPECT_EQ(runs("ada"), Lines());
    change("ada", R"({"_points": 5})");
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"converted at n1: t>next n0>next n1"});
    EXPECT_EQ(find("ada")->name, "Ada");
    EXPECT_EQ(numbers(workflow), (Lines{"n0 entered  1", "n0 left next 1", "n1 ended converted 1", "n1 entered  1",
                                        "t entered  1", "t left next 1"}));
}

TEST_F(WorkflowRunTest, WaitsUntilItsTimeHasCome) {
    chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_points", "add": 100)"},
          R"({"reentry": "never"})");
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 5})");
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"waiting at n0: t>next n0"});
    turn(std::chrono::minutes(59));
    EXPECT_EQ(runs("ada"), Lines{"waiting at n0: t>next n0"});
    turn(std::chrono::minutes(2));
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0 n0>next n1>next"});
    EXPECT_EQ(find("ada")->points, 105);
}

TEST_F(WorkflowRunTest, AWaitForTakesAPurchaseAndTheGoalEndsARun) {
    chain({R"("kind": "wait-for", "trigger": {"kind": "on-purchase"}, "limit": "P1D")"});
    change("ada", R"({"_surname": "L"})");
    change("bob", R"({"_surname": "B"})");
    change("ada", R"({"_points": 1})");
    change("bob", R"({"_points": 1})");
    run_engine();
    buy("ada", "mug", 5, clock.now());
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0 n0>happened"});
    turn(std::chrono::hours(25));
    EXPECT_EQ(runs("bob"), Lines{"finished at n0: t>next n0 n0>timeout"});
}

TEST_F(WorkflowRunTest, AWaitForTakesWhatStandsInTheQueueBehindWhatBroughtItThere) {
    chain({R"("kind": "set-field", "field": "_name", "value": "Ada")",
           R"("kind": "wait-for", "trigger": {"kind": "on-purchase"}, "limit": "P1D")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    buy("ada", "mug", 5, clock.now());
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0>next n1 n1>happened"});
}

TEST_F(WorkflowRunTest, WhoeverSubscribesAfterBeingMadeSubscribesOnce) {
    publish(R"({"id": "s", "kind": "start"}, {"id": "t", "kind": "on-subscribed"})", R"({"from": "s", "to": "t"})",
            R"({"reentry": "always"})");
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    change("bob", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    change("bob", R"({"_newsletterSubscriptionStatus": "unsubscribed"})");
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at t: t>next"});
    EXPECT_EQ(runs("bob"), Lines{"finished at t: t>next"});
}

TEST_F(WorkflowRunTest, ANodeSeesWhatTheOneBeforeItDid) {
    chain(
        {R"("kind": "set-field", "field": "_name", "value": "Ada")",
         R"("kind": "switch", "cases": [{"port": "ada", "filter": {"field": "_name", "is": "equals", "value": "ada"}}])"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0>next n1>ada"});
}

TEST_F(WorkflowRunTest, APauseHoldsWhatActsAndResumingLetsItGo) {
    const auto workflow =
        chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    live(operations::pause_workflow, workflow);
    turn(std::chrono::hours(2));
    EXPECT_EQ(runs("ada"), Lines{"waiting at n1: t>next n0 n0>next n1(paused)"});
    change("ada", R"({"_points": 2})");
    run_engine();
    EXPECT_EQ(runs("ada").size(), 1U) << "nobody enters while it is paused";
    live(operations::resume_workflow, workflow);
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0 n0>next n1(paused) n1>next"});
    EXPECT_EQ(find("ada")->name, "Ada");
}

TEST_F(WorkflowRunTest, ATimerOfARunThatMayNotActIsLaidAside) {
    const auto workflow =
        chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    live(operations::pause_workflow, workflow);
    turn(std::chrono::hours(2));
    const auto contact = find("ada")->id;
    in_transaction([&](auto& transaction) {
        const auto run = storage::list_runs_of(transaction, contact, {}).items.front();
        storage::set_run_timer(transaction, contact, run.id, clock.now());
        return true;
    });
    run_engine();  // Returns: nothing is left to do.
    in_transaction([&](auto& transaction) {
        EXPECT_TRUE(storage::run_timers_of(transaction, contact).empty());
        return true;
    });
}

TEST_F(WorkflowRunTest, AfterALongPauseWhatIsTooLateIsPassedOver) {
    const auto workflow =
        chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    live(operations::pause_workflow, workflow);
    turn(std::chrono::hours(40));
    live(operations::resume_workflow, workflow);
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0 n0>next n1(paused) n1>next(too late)"});
    EXPECT_EQ(find("ada")->name, std::nullopt);
}

TEST_F(WorkflowRunTest, WhatCannotBeIsRefusedAndChangesNothing) {
    const auto document = base::JsonDocument::parse(R"({"name": "W", "definition": {"formatVersion": 2, "nodes":
        [{"id": "s", "kind": "start"}, {"id": "m", "kind": "send-email"}], "edges": [{"from": "s", "to": "m"}]}})")
                              .take();
    in_transaction([&](auto& transaction) {
        const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Create);
        const auto id = operations::create_workflow(transaction, sources, {"test"}, wanted).take().id;
        const auto refused = operations::publish_workflow(transaction, sources, {.definitions = known()}, {"test"}, id);
        EXPECT_EQ(refused.error().problems.front().path, "/definition/nodes/1/kind");
        EXPECT_EQ(operations::pause_workflow(transaction, sources, {"test"}, id).error().kind,
                  base::ErrorKind::Conflict);
        EXPECT_EQ(operations::finish_workflow(transaction, sources, {"test"}, id).error().kind,
                  base::ErrorKind::Conflict);
        EXPECT_EQ(operations::resume_workflow(transaction, sources, {"test"}, {1}).error().kind,
                  base::ErrorKind::NotFound);
        return true;
    });
    const auto workflow = chain({R"("kind": "stop")"});
    in_transaction([&](auto& transaction) {
        EXPECT_EQ(operations::delete_workflow(transaction, sources, {"test"}, workflow).error().kind,
                  base::ErrorKind::Conflict)
            << "it is active";
        return true;
    });
}

TEST_F(WorkflowRunTest, WhatWasFoundOutAboutAnotherDraftIsFoundOutAnew) {
    const auto read = [&](const std::string& nodes, const std::string& edges) {
        return R"({"formatVersion": 2, "nodes": [{"id": "s", "kind": "start"})" + nodes + R"(], "edges": [)" + edges +
               "]}";
    };
    const auto good = read(R"(, {"id": "e", "kind": "stop"})", R"({"from": "s", "to": "e"})");
    const auto document = base::JsonDocument::parse(R"({"name": "W", "definition": )" + read("", "") + "}").take();
    in_transaction([&](auto& transaction) {
        const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Create);
        const auto id = operations::create_workflow(transaction, sources, {"test"}, wanted).take().id;
        const auto before = operations::read_draft(good, storage::definitions_in(transaction, known()));
        EXPECT_TRUE(before.reading.incidents.empty());
        const auto refused = operations::publish_workflow(transaction, sources, before, {"test"}, id);
        EXPECT_EQ(refused.error().kind, base::ErrorKind::Invalid);
        return true;
    });
}

TEST_F(WorkflowRunTest, FinishingEndsAllRuns) {
    const auto workflow = chain({R"("kind": "wait", "period": "P1D")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    live(operations::finish_workflow, workflow);
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"stopped at n0: t>next n0"});
    change("ada", R"({"_points": 2})");
    turn(std::chrono::hours(48));
    EXPECT_EQ(runs("ada").size(), 1U);
}

TEST_F(WorkflowRunTest, NothingGoesOnInAFinishedWorkflow) {
    const auto workflow =
        chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    live(operations::finish_workflow, workflow);
    turn(std::chrono::hours(2));
    EXPECT_EQ(runs("ada"), Lines{"stopped at n0: t>next n0"});
    EXPECT_EQ(find("ada")->name, std::nullopt);
}

TEST_F(WorkflowRunTest, ThoseWhoAreThereComeInAndThoseWhoComeLater) {
    change("ada", R"({"_surname": "L"})");
    change("bob", R"({"_surname": "B"})");
    publish(
        R"({"id": "s", "kind": "start", "existing": true}, {"id": "n", "kind": "set-field", "field": "_name", "value": "In"})",
        R"({"from": "s", "to": "n"})");
    run_engine();
    EXPECT_EQ(find("ada")->name, "In");
    EXPECT_EQ(find("bob")->name, "In");
    change("eve", R"({"_surname": "E"})");
    run_engine();
    EXPECT_EQ(find("eve")->name, "In");
    EXPECT_EQ(runs("ada"), Lines{"finished at n: n>next"});
}

const std::string existing_members =
    R"({"id": "n", "kind": "set-field", "field": "_name", "value": "In"}, {"id": "s", "kind": "start", "existing": true)";

TEST_F(WorkflowRunTest, ThoseWhoAreThereComeInOnceTheirSegmentIsBuilt) {
    change("ada", R"({"_surname": "L", "_points": 5})");
    change("bob", R"({"_surname": "B"})");
    const auto segment = make_segment(R"({"field": "_points", "is": "atLeast", "value": 5})");
    publish(existing_members + R"(, "segment": ")" + segment.text() + R"("})", R"({"from": "s", "to": "n"})");
    WorkflowSweeps sweeps({.database = *database, .sources = sources});
    EXPECT_TRUE(sweeps.run_once().ok());
    run_engine();
    EXPECT_EQ(find("ada")->name, "In");
    EXPECT_EQ(find("bob")->name, std::nullopt);
}

TEST_F(WorkflowRunTest, ThoseWhoAreThereComeInAfterAPauseOrAHold) {
    change("ada", R"({"_surname": "L"})");
    const auto workflow = publish(existing_members + "}", R"({"from": "s", "to": "n"})");
    live(operations::pause_workflow, workflow);
    run_engine();
    EXPECT_EQ(runs("ada"), Lines());
    live(operations::resume_workflow, workflow);
    in_transaction([&](auto& transaction) {
        return operations::hold_workflow(transaction, sources, {"test"}, workflow, "prices").ok();
    });
    run_engine();
    EXPECT_EQ(runs("ada"), Lines());
    in_transaction([&](auto& transaction) {
        EXPECT_TRUE(operations::release_workflow(transaction, sources, {"test"}, workflow).ok());
        return operations::hold_store(transaction, sources, {"test"}, "prices").is_by_hand;
    });
    run_engine();
    EXPECT_EQ(runs("ada"), Lines());
    in_transaction([&](auto& transaction) { return operations::release_store(transaction, sources, {"test"}).ok(); });
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at n: n>next"});
}

TEST_F(WorkflowRunTest, LimitsHoldOverRuns) {
    chain({R"("kind": "set-field", "field": "_surname", "value": "X", "limits": {"perContact": 1})"});
    chain({R"("kind": "set-field", "field": "_name", "value": "Y", "limits": {"total": 1})"});
    change("ada", R"({"_surname": "L"})");
    change("bob", R"({"_surname": "B"})");
    for (const auto* const name : {"ada", "bob"}) { change(name, R"({"_points": 1})"); }
    run_engine();
    change("ada", R"({"_points": 2})");
    run_engine();
    const auto ada = runs("ada");
    EXPECT_EQ(ada[2], "finished at n0: t>next n0>next(limit)");
    const int named = (find("ada")->name ? 1 : 0) + (find("bob")->name ? 1 : 0);
    EXPECT_EQ(named, 1);
}

// Two come at once, and there is one code: only what was given counts.
TEST_F(WorkflowRunTest, WhatWasNotGivenDoesNotCountForTheTotal) {
    domain::NewCouponSet wanted{.set = {}, .codes = {"A-1"}};
    wanted.set.name = "Back";
    wanted.set.type = domain::multiple_coupon_set;
    const auto set = in_transaction([&](auto& transaction) {
        return operations::create_coupon_set(transaction, sources, {"test"}, wanted).take().id;
    });
    const auto workflow =
        chain({R"("kind": "assign-coupon", "couponSetId": ")" + set.text() + R"(", "limits": {"total": 5})"});
    for (const auto* const name : {"ada", "bob"}) { change(name, R"({"_surname": "L"})"); }
    for (const auto* const name : {"ada", "bob"}) { change(name, R"({"_points": 1})"); }
    run_engine();
    auto lines = runs("ada");
    lines.push_back(runs("bob").front());
    std::ranges::sort(lines);
    EXPECT_EQ(lines, (Lines{"finished at n0: t>next n0>assigned", "finished at n0: t>next n0>empty(empty)"}));
    EXPECT_EQ(in_transaction([&](auto& transaction) { return storage::node_total(transaction, workflow, "n0"); }), 1);
}

TEST_F(WorkflowRunTest, ANodeThatIsTakenBackTakesTheOnesBehindItAlong) {
    const auto workflow = chain({R"("kind": "set-field", "field": "_name", "value": "Y", "limits": {"total": 1})",
                                 R"("kind": "wait", "period": "PT1H")"});
    change("ada", R"({"_surname": "L"})");
    change("bob", R"({"_surname": "B"})");
    for (const auto* const name : {"ada", "bob"}) { change(name, R"({"_points": 1})"); }
    run_engine();
    EXPECT_EQ(numbers(workflow), (Lines{"n0 entered  2", "n0 left next 2", "n0 skipped limit 1", "n1 entered  2",
                                        "t entered  2", "t left next 2"}));
    in_transaction([&](auto& transaction) {
        for (const auto& run : storage::open_runs_at(transaction, workflow, std::nullopt, {}, 10)) {
            EXPECT_EQ(storage::steps_of(transaction, run.contact, run.id, 0, 10).back().visit, 1);
        }
        return true;
    });
}

// A window opens for two, and there is enough for one.
TEST_F(WorkflowRunTest, ANodeThatIsTakenBackAfterItWaitedIsEnteredOnce) {
    const auto workflow = chain({R"("kind": "wait", "period": "PT1H")",
                                 R"("kind": "set-field", "field": "_name", "value": "Y", "limits": {"total": 1})"});
    change("ada", R"({"_surname": "L"})");
    change("bob", R"({"_surname": "B"})");
    for (const auto* const name : {"ada", "bob"}) { change(name, R"({"_points": 1})"); }
    run_engine();
    live(operations::pause_workflow, workflow);
    turn(std::chrono::hours(2));
    live(operations::resume_workflow, workflow);
    run_engine();
    EXPECT_EQ(numbers(workflow), (Lines{"n0 entered  2", "n0 left next 2", "n1 ended finished 2", "n1 entered  2",
                                        "n1 left next 2", "n1 skipped limit 1", "t entered  2", "t left next 2"}));
}

TEST_F(WorkflowRunTest, WhatARunChangesStartsOthersUpToADepth) {
    chain({R"("kind": "set-field", "field": "_points", "add": 1)"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    EXPECT_EQ(runs("ada").size(), 10U);
    EXPECT_EQ(find("ada")->points, 11);
}

TEST_F(WorkflowRunTest, ACircleIsToldWithTheWorkflowsThatMakeIt) {
    const base::Id desk{17};
    tell_incidents_by(desk);
    const auto workflow = chain({R"("kind": "set-field", "field": "_points", "add": 1)"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    ASSERT_EQ(calls_of(desk).size(), 1U);
    const auto id = calls_of(desk).front().id;
    const auto call = in_transaction([&](auto& transaction) { return *storage::find_delivery(transaction, id); });
    EXPECT_EQ(call.node, "incident:circle/t");
    EXPECT_EQ(call.run, workflow);
    EXPECT_NE(call.body.find(R"(The workflow \"W\" was not started for somebody at t, because workflows start one )"
                             R"(another in a circle of 10 runs, of which the last was one of the workflow \"W\".)"),
              std::string::npos)
        << call.body;
}

TEST_F(WorkflowRunTest, ImportsStartNothingUnlessATriggerSaysSo) {
    chain({R"("kind": "stop")"});
    publish(
        R"({"id": "s", "kind": "start"}, {"id": "t", "kind": "on-field-changed", "field": "_points", "fromImports": true})",
        R"({"from": "s", "to": "t"})");
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})", {.kind = domain::Cause::Kind::Import});
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at t: t>next"});
}

TEST_F(WorkflowRunTest, WhoeverIsBroughtByHandMeanwhileComesInOnce) {
    const auto workflow = chain({R"("kind": "wait", "period": "P1D")"});
    storage::RefusingDatabase watched(*database);
    for (int piece = 1; piece <= 8; ++piece) {
        const auto name = "person" + std::to_string(piece);
        const auto contact = change(name, R"({"_surname": "L"})");
        run_engine();
        change(name, R"({"_points": 1})");
        int seen = 0;
        watched.before_each = [&] {
            if (++seen != piece) { return; }
            static_cast<void>(
                attempt([&](auto& transaction) -> base::Result<void> {
                    const auto now = storage::definitions_in(transaction, known());
                    const auto version = TRY(operations::find_published(transaction, *now, workflow));
                    TRY(operations::start_run(transaction, sources, *now, {"test"}, version, {.contact = contact}));
                    return {};
                }).ok());
        };
        make_engine(watched)->run();
        EXPECT_EQ(runs(name).size(), 1U) << piece;
    }
}

TEST_F(WorkflowRunTest, AWaitForSeesWhatHappensInTheMillisecondInWhichItBegins) {
    chain({R"("kind": "wait", "period": "PT1H")",
           R"("kind": "wait-for", "trigger": {"kind": "on-event", "event": "cart"}, "limit": "P1D")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    turn(std::chrono::hours(1));
    send_event("ada", 1);
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0 n0>next n1 n1>happened"});
}

// What ends a wait also begins a new run in the place of one that waited.
TEST_F(WorkflowRunTest, ARunThatIsRestartedDoesNothingMore) {
    publish(R"({"id": "s", "kind": "start"}, {"id": "t", "kind": "on-event", "event": "cart"},
               {"id": "w", "kind": "wait", "period": "PT1H"},
               {"id": "f", "kind": "wait-for", "trigger": {"kind": "on-event", "event": "cart"}, "limit": "P1D"},
               {"id": "n", "kind": "set-field", "field": "_points", "add": 1, "limits": {"perContact": 1}},
               {"id": "z", "kind": "wait", "period": "P1D"})",
            R"({"from": "s", "to": "t"}, {"from": "t", "to": "w"}, {"from": "w", "to": "f"},
               {"from": "f", "port": "happened", "to": "n"}, {"from": "n", "to": "z"})",
            R"({"reentry": "always", "runs": "onePerKey", "key": "event.total", "onSameKey": "restart"})");
    change("ada", R"({"_points": 0})");
    send_event("ada", 6);
    send_event("ada", 7);
    run_engine();
    turn(std::chrono::hours(2));
    send_event("ada", 7);
    run_engine();
    EXPECT_EQ(runs("ada"), (Lines{"waiting at z: t>next w w>next f f>happened n>next z",
                                  "restarted at f: t>next w w>next f", "waiting at w: t>next w"}));
    EXPECT_EQ(find("ada")->points, 1);
}

TEST_F(WorkflowRunTest, ErasingSomebodyTakesTheirRunsAlong) {
    chain({R"("kind": "wait", "period": "P1D")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    const auto contact = find("ada")->id;
    erase("ada");
    in_transaction([&](auto& transaction) {
        EXPECT_TRUE(storage::list_runs_of(transaction, contact, {}).items.empty());
        EXPECT_TRUE(storage::run_timers_of(transaction, contact).empty());
        return true;
    });
    turn(std::chrono::hours(48));
}

constexpr storage::Query damage_events{.name = "test.damage_events",
                                       .sql = "UPDATE activities SET data = '{' WHERE kind = 'custom-event'"};

TEST_F(WorkflowRunTest, ARunThatCannotBeDecidedStopsAloneAndThePumpGoesOn) {
    if (storage::default_test_engine() == storage::TestEngine::Postgres) { return; }  // It keeps no damaged JSON.
    const base::Id desk{17};
    tell_incidents_by(desk);
    const auto workflow = chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "check", "filter":
        {"event": "cart", "where": [{"field": "total", "is": "atLeast", "value": 5}]})"});
    const auto other = chain({R"("kind": "wait", "period": "PT1H")"});
    for (const auto* const name : {"ada", "bob", "eve"}) {
        change(name, R"({"_surname": "L"})");
        change(name, R"({"_points": 1})");
    }
    send_event("bob", 9);
    run_engine();
    in_transaction([&](auto& transaction) {
        transaction.execute(damage_events);
        return true;
    });
    clock.advance(std::chrono::hours(2));
    auto engine = make_engine(*database);
    for (int attempt = 0; attempt < 10; ++attempt) { engine->run(); }
    for (const auto* const name : {"ada", "eve"}) {
        EXPECT_EQ(runs(name), (Lines{"finished at n1: t>next n0 n0>next n1>no", "finished at n0: t>next n0 n0>next"}));
    }
    EXPECT_EQ(runs("bob"),
              (Lines{"failed at n0: t>next n0 n0(could not be decided)", "finished at n0: t>next n0 n0>next"}));
    const auto told = numbers(workflow);
    EXPECT_NE(std::ranges::find(told, "n0 failed could not be decided 1"), told.end());
    EXPECT_NE(std::ranges::find(told, "n0 ended failed 1"), told.end());
    ASSERT_EQ(calls_of(desk).size(), 1U);
    EXPECT_EQ(calls_of(desk)[0].node, "incident:run-failed/n0");
    EXPECT_EQ(calls_of(desk)[0].run, workflow);
    static_cast<void>(other);
}

TEST_F(WorkflowRunTest, PeopleInsideStayInTheirVersion) {
    const auto workflow =
        chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Old")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    const auto json = R"({"definition": {"formatVersion": 2, "nodes": [{"id": "s", "kind": "start"},
        {"id": "t", "kind": "on-field-changed", "field": "_points"}, {"id": "x", "kind": "set-field", "field": "_name", "value": "New"}],
        "edges": [{"from": "s", "to": "t"}, {"from": "t", "to": "x"}], "settings": {"reentry": "always"}}})";
    const auto document = base::JsonDocument::parse(json).take();
    in_transaction([&](auto& transaction) {
        const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Merge);
        EXPECT_TRUE(operations::change_workflow(transaction, sources, {"test"}, workflow, wanted).ok());
        EXPECT_EQ(operations::publish_workflow(transaction, sources, {.definitions = known()}, {"test"}, workflow)
                      .take()
                      .version,
                  2);
        return true;
    });
    change("bob", R"({"_surname": "B"})");
    change("bob", R"({"_points": 1})");
    turn(std::chrono::hours(2));
    EXPECT_EQ(find("ada")->name, "Old");
    EXPECT_EQ(find("bob")->name, "New");
}

TEST_F(WorkflowRunTest, WhatPeopleInAnOlderVersionWaitForIsHeard) {
    const auto workflow = chain({R"("kind": "wait-for", "trigger": {"kind": "on-purchase"}, "limit": "P1D")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    const auto document = base::JsonDocument::parse(R"({"definition": {"formatVersion": 2, "nodes":
        [{"id": "s", "kind": "start"}, {"id": "t", "kind": "on-field-changed", "field": "_points"}],
        "edges": [{"from": "s", "to": "t"}], "settings": {"reentry": "always"}}})")
                              .take();
    for (const int version : {2, 3}) {
        in_transaction([&](auto& transaction) {
            const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Merge);
            EXPECT_TRUE(operations::change_workflow(transaction, sources, {"test"}, workflow, wanted).ok());
            EXPECT_EQ(operations::publish_workflow(transaction, sources, {.definitions = known()}, {"test"}, workflow)
                          .take()
                          .version,
                      version);
            return true;
        });
    }
    buy("ada", "mug", 5, clock.now());
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0 n0>happened"});
}

}  // namespace
}  // namespace tradewind::engine
