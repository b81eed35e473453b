#include <gtest/gtest.h>

#include "engine/engine_test.h"
#include "operations/coupon_set_operations.h"
#include "operations/workflow_life.h"
#include "operations/workflow_operations.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_version_store.h"

namespace tradewind::engine {
namespace {

using Lines = std::vector<std::string>;

// A store whose workflows run, by a clock that the test turns.
class WorkflowRunTest : public EngineTest {
  protected:
    base::Id publish(const std::string& nodes, const std::string& edges, const std::string& settings = "{}") {
        const auto json = R"({"name": "W", "definition": {"formatVersion": 2, "nodes": [)" + nodes +
                          R"(], "edges": [)" + edges + R"(], "settings": )" + settings + "}}";
        const auto document = base::JsonDocument::parse(json).take();
        const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Create);
        const auto id = in_transaction([&](auto& transaction) {
            return operations::create_workflow(transaction, sources, {"test"}, wanted).take().id;
        });
        in_transaction([&](auto& transaction) {
            const auto published = operations::publish_workflow(transaction, sources, known(), {"test"}, id);
            EXPECT_TRUE(published.ok()) << (published.ok() ? "" : published.error().problems.front().path);
            return true;
        });
        return id;
    }
    // Behind a start and a trigger on changed points, nodes one after the other.
    base::Id chain(const std::vector<std::string>& nodes, const std::string& settings = R"({"reentry": "always"})") {
        std::string all =
            R"({"id": "s", "kind": "start"}, {"id": "t", "kind": "on-field-changed", "field": "_points"})";
        std::string edges = R"({"from": "s", "to": "t"})";
        std::string last = "t";
        for (std::size_t place = 0; place < nodes.size(); ++place) {
            const auto id = "n" + std::to_string(place);
            all += R"(, {"id": ")" + id + R"(", )" + nodes[place] + "}";
            edges += R"(, {"from": ")" + last + R"(", "to": ")" + id + R"("})";
            last = id;
        }
        return publish(all, edges, settings);
    }
    template <class Step>
    void live(Step step, base::Id workflow) {
        in_transaction([&](auto& transaction) {
            EXPECT_TRUE(step(transaction, sources, domain::Actor{"test"}, workflow).ok());
            return true;
        });
    }
    void turn(std::chrono::milliseconds by) {
        clock.advance(by);
        run_engine();
    }

    // Of every run of a contact, oldest first: state and steps.
    Lines runs(const std::string& name) {
        const auto contact = find(name);
        return in_transaction([&](auto& transaction) {
            Lines lines;
            auto all = storage::runs_of(transaction, contact->id, 100);
            std::reverse(all.begin(), all.end());
            for (const auto& run : all) {
                auto line = run.outcome ? std::string(word_of(*run.outcome)) : std::string(word_of(run.state));
                line += " at " + run.node + ":";
                for (const auto& step : storage::steps_of(transaction, contact->id, run.id, 0, 1000)) {
                    line += " " + step.node + (step.port ? ">" + *step.port : "");
                    if (step.reason) { line += "(" + *step.reason + ")"; }
                }
                lines.push_back(std::move(line));
            }
            return lines;
        });
    }
    Lines numbers(base::Id workflow) {
        return in_transaction([&](auto& transaction) {
            Lines lines;
            for (const auto& number : storage::node_numbers(transaction, workflow)) {
                lines.push_back(number.node + " " + number.what + " " + number.name + " " +
                                std::to_string(number.number));
            }
            return lines;
        });
    }
};

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
        const auto run = storage::runs_of(transaction, contact, 1).front();
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
        const auto refused = operations::publish_workflow(transaction, sources, known(), {"test"}, id);
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

TEST_F(WorkflowRunTest, WhatARunChangesStartsOthersUpToADepth) {
    chain({R"("kind": "set-field", "field": "_points", "add": 1)"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    EXPECT_EQ(runs("ada").size(), 10U);
    EXPECT_EQ(find("ada")->points, 11);
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

TEST_F(WorkflowRunTest, ErasingSomebodyTakesTheirRunsAlong) {
    chain({R"("kind": "wait", "period": "P1D")"});
    change("ada", R"({"_surname": "L"})");
    change("ada", R"({"_points": 1})");
    run_engine();
    const auto contact = find("ada")->id;
    erase("ada");
    in_transaction([&](auto& transaction) {
        EXPECT_TRUE(storage::runs_of(transaction, contact, 10).empty());
        EXPECT_TRUE(storage::run_timers_of(transaction, contact).empty());
        return true;
    });
    turn(std::chrono::hours(48));
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
        EXPECT_EQ(operations::publish_workflow(transaction, sources, known(), {"test"}, workflow).take().version, 2);
        return true;
    });
    change("bob", R"({"_surname": "B"})");
    change("bob", R"({"_points": 1})");
    turn(std::chrono::hours(2));
    EXPECT_EQ(find("ada")->name, "Old");
    EXPECT_EQ(find("bob")->name, "New");
}

}  // namespace
}  // namespace tradewind::engine
