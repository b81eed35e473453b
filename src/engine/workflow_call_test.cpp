#include "engine/workflow_run_test.h"
#include "operations/delivery_operations.h"
#include "operations/hold_operations.h"
#include "operations/outside_operations.h"
#include "operations/run_operations.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::engine {
namespace {

using State = domain::DeliveryState;

// A store whose workflows call another system. Nobody sends here: the tests answer.
class WorkflowCallTest : public WorkflowRunTest {
  protected:
    WorkflowCallTest() {
        type_ = in_transaction([&](auto& transaction) {
            domain::CustomIntegration integration;
            integration.name = "calls";
            integration.events_enabled = true;
            const auto made = operations::create_custom_integration(transaction, sources, integration).take();
            domain::NewCustomEventType wanted;
            wanted.type.name = "Offered";
            wanted.type.category = domain::send_category;
            wanted.type.webhook_url = "https://shop.example/offer";
            domain::CustomEventField seats;
            seats.id = "seats";
            seats.name = "Seats";
            seats.type = domain::FieldType::Integer;
            wanted.type.fields = {seats};
            return operations::create_custom_event_type(transaction, sources, secret_key, made.id, wanted).take().id;
        });
    }
    // Whoever gets points is told about, with `more` of the node's parameters.
    base::Id calling(const std::string& more = "", const std::string& settings = R"({"reentry": "always"})") {
        return chain({R"("kind": "send-event", "eventTypeId": ")" + type_.text() +
                      R"(", "fields": {"seats": "{{ contact._points }}"})" + more},
                     settings);
    }
    void give_points(const std::string& name, int points) {
        change(name, R"({"_surname": "L"})");
        change(name, R"({"_points": )" + std::to_string(points) + "}");
        run_engine();
    }
    // Of a contact, the oldest first.
    std::vector<domain::Delivery> calls(const std::string& name) {
        const auto contact = find(name)->id;
        return in_transaction([&](auto& transaction) {
            std::vector<domain::Delivery> all;
            auto page =
                storage::list_deliveries(transaction, {.contact = contact}, {.page = 1, .size = 100, .cursor = {}});
            for (const auto& one : page.items) { all.push_back(*storage::find_delivery(transaction, one.id)); }
            std::reverse(all.begin(), all.end());
            return all;
        });
    }
    Lines states(const std::string& name) {
        Lines lines;
        for (const auto& call : calls(name)) {
            lines.push_back(std::string(word_of(call.state)) + (call.reason ? ": " + *call.reason : ""));
        }
        return lines;
    }
    void answer(const domain::Delivery& call, std::int64_t status) {
        in_transaction([&](auto& transaction) {
            const operations::SeenDelivery seen{.contact = call.contact, .id = call.id, .generation = call.generation};
            const domain::AnsweredAttempt attempt{.at = clock.now(), .answer = {.status = status}, .chance = 0};
            EXPECT_TRUE(operations::finish_call(transaction, seen, attempt));
            return true;
        });
        run_engine();
    }
    template <class Work>
    void when(Work work) {
        in_transaction([&](auto& transaction) {
            work(transaction);
            return true;
        });
        run_engine();
    }

    base::Id type_;
};

TEST_F(WorkflowCallTest, ACallIsWrittenOnceAndItsAnswerLetsTheRunGoOn) {
    const auto workflow = calling();
    give_points("ada", 3);
    run_engine();
    EXPECT_EQ(runs("ada"), Lines{"waiting at n0: t>next n0"});
    ASSERT_EQ(states("ada"), Lines{"waiting"});
    const auto call = calls("ada").front();
    const auto run = in_transaction([&](auto& transaction) {
        return storage::list_runs_of(transaction, call.contact, {.size = 1, .cursor = {}}).items.front().id;
    });
    EXPECT_EQ(call.type, type_);
    EXPECT_EQ(call.workflow, workflow);
    EXPECT_EQ(call.run, run);
    EXPECT_EQ(call.node, "n0");
    EXPECT_EQ(call.visit, 1);
    EXPECT_EQ(call.body, R"({"type":"Offered","timestamp":")" + clock.now().text() +
                             R"(","data":{"fields":{"seats":3},"contact":{"id":")" + call.contact.text() +
                             R"(","_email":"ada@example.org"},"workflowId":")" + workflow.text() + R"(","runId":")" +
                             run.text() + R"("}})");
    answer(call, 500);
    EXPECT_EQ(runs("ada"), Lines{"waiting at n0: t>next n0"}) << "it is tried again";
    answer(calls("ada").front(), 200);
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0 n0>sent"});
}

TEST_F(WorkflowCallTest, ACallThatIsRefusedOrDroppedLeavesByFailed) {
    calling();
    give_points("ada", 3);
    answer(calls("ada").front(), 422);
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0 n0>failed(call failed)"});
    give_points("bob", 1);
    const auto call = calls("bob").front();
    when([&](auto& transaction) {
        EXPECT_TRUE(operations::drop_delivery(transaction, sources, {"test"}, call.id).ok());
    });
    EXPECT_EQ(runs("bob"), Lines{"finished at n0: t>next n0 n0>failed(call failed)"});
}

TEST_F(WorkflowCallTest, WithoutAnAnswerInTimeTheRunGoesOnAndTheCallToo) {
    calling();
    give_points("ada", 3);
    turn(std::chrono::minutes(16));
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0 n0>failed(no answer yet)"});
    EXPECT_EQ(states("ada"), Lines{"waiting"});
    answer(calls("ada").front(), 200);
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0 n0>failed(no answer yet)"}) << "a port once taken stays";
}

TEST_F(WorkflowCallTest, ARunThatWaitsForNoAnswerGoesOnAtOnce) {
    calling(R"(, "answerWithin": "PT0S")");
    give_points("ada", 3);
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0>sent"});
    EXPECT_EQ(states("ada"), Lines{"waiting"});
}

TEST_F(WorkflowCallTest, AReceiverThatIsGoneIsCalledNoMore) {
    calling();
    give_points("ada", 3);
    answer(calls("ada").front(), 410);
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0 n0>failed(call failed)"});
    in_transaction([&](auto& transaction) {
        EXPECT_TRUE(storage::are_calls_stopped(transaction, type_));
        return true;
    });
}

TEST_F(WorkflowCallTest, WhatTheAddressOfATrialSaysStopsNobodyElse) {
    const auto workflow = calling();
    change("ada", R"({"_surname": "L"})");
    const auto ada = find("ada")->id;
    when([&](auto& transaction) {
        EXPECT_TRUE(operations::start_trial(transaction, sources, {.definitions = known()}, {"test"}, workflow,
                                            {.contact = ada, .test_address = "https://test.example/"})
                        .ok());
    });
    answer(calls("ada").front(), 410);
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0 n0>failed(call failed)"});
    in_transaction([&](auto& transaction) {
        EXPECT_FALSE(storage::are_calls_stopped(transaction, type_));
        return true;
    });
}

TEST_F(WorkflowCallTest, StoppingARunSkipsWhatWasNotSent) {
    const auto workflow = calling();
    give_points("ada", 3);
    const auto run = calls("ada").front().run;
    when([&](auto& transaction) {
        EXPECT_TRUE(operations::stop_run(transaction, sources, {"test"}, workflow, run).ok());
    });
    EXPECT_EQ(states("ada"), Lines{"skipped: the run was stopped"});
}

TEST_F(WorkflowCallTest, ARestartSkipsWhatTheOldRunDidNotSend) {
    const auto workflow = publish(
        R"({"id": "s", "kind": "start"}, {"id": "t", "kind": "on-field-changed", "field": "_points"},
           {"id": "n0", "kind": "send-event", "eventTypeId": ")" +
            type_.text() + R"(", "fields": {"seats": "1"}})",
        R"({"from": "s", "to": "t"}, {"from": "t", "to": "n0"})",
        R"({"reentry": "always", "runs": "onePerKey", "key": "contact._surname", "onSameKey": "restart"})");
    static_cast<void>(workflow);
    give_points("ada", 3);
    change("ada", R"({"_points": 4})");
    run_engine();
    EXPECT_EQ(states("ada"), (Lines{"skipped: the run was restarted", "waiting"}));
}

TEST_F(WorkflowCallTest, ErasingSomebodyTakesTheirCallsAlong) {
    calling();
    give_points("ada", 3);
    const auto call = calls("ada").front();
    erase("ada");
    in_transaction([&](auto& transaction) {
        EXPECT_FALSE(storage::find_delivery(transaction, call.id));
        return true;
    });
}

TEST_F(WorkflowCallTest, ALimitCountsCallsThatWereWritten) {
    calling(R"(, "limits": {"perContact": 1})");
    give_points("ada", 3);
    answer(calls("ada").front(), 422);
    change("ada", R"({"_points": 4})");
    run_engine();
    EXPECT_EQ(runs("ada").back(), "finished at n0: t>next n0>sent(limit)");
    EXPECT_EQ(calls("ada").size(), 1U) << "a dead call gives nothing back";
}

TEST_F(WorkflowCallTest, ATrialWaitsSecondsCallsOneAddressAndCountsNowhere) {
    const auto workflow =
        chain({R"("kind": "wait", "period": "P3D")", R"("kind": "send-event", "eventTypeId": ")" + type_.text() +
                                                         R"(", "fields": {"seats": "{{ contact._points }}"})"},
              R"({"window": {"days": ["monday"], "from": "03:00", "to": "03:01"}})");
    change("ada", R"({"_surname": "L"})");
    const auto ada = find("ada")->id;
    const auto before = numbers(workflow);
    when([&](auto& transaction) {
        const auto tried = operations::start_trial(transaction, sources, {.definitions = known()}, {"test"}, workflow,
                                                   {.contact = ada, .test_address = "https://test.example/"});
        EXPECT_TRUE(tried.ok());
    });
    EXPECT_EQ(runs("ada"), Lines{"waiting at n0: t>next n0"});
    turn(std::chrono::seconds(5));
    EXPECT_EQ(runs("ada"), Lines{"waiting at n1: t>next n0 n0>next n1"});
    const auto call = calls("ada").front();
    EXPECT_EQ(call.test_address, "https://test.example/");
    EXPECT_NE(call.body.find(R"("seats":0)"), std::string::npos);
    answer(call, 200);
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0 n0>next n1 n1>sent"});
    EXPECT_EQ(numbers(workflow), before);
    // Nobody was in the workflow: whoever may enter once still may.
    change("ada", R"({"_points": 7})");
    run_engine();
    EXPECT_EQ(runs("ada").size(), 2U);
}

TEST_F(WorkflowCallTest, AFinishedWorkflowIsNotTried) {
    const auto workflow = chain({R"("kind": "wait", "period": "P3D")"});
    change("ada", R"({"_surname": "L"})");
    const auto ada = find("ada")->id;
    live(operations::finish_workflow, workflow);
    const auto tried = in_transaction([&](auto& transaction) {
        return operations::start_trial(transaction, sources, {.definitions = known()}, {"test"}, workflow,
                                       {.contact = ada, .test_address = "https://test.example/"});
    });
    EXPECT_EQ(tried.error().kind, base::ErrorKind::Conflict) << "nobody would go on in it";
    EXPECT_EQ(runs("ada"), Lines{});
}

TEST_F(WorkflowCallTest, OnlySoManyTrialsAreUnderWay) {
    const auto workflow = chain({R"("kind": "wait", "period": "P3D")"});
    change("ada", R"({"_surname": "L"})");
    const auto ada = find("ada")->id;
    const auto try_out = [&] {
        return in_transaction([&](auto& transaction) {
            return operations::start_trial(transaction, sources, {.definitions = known()}, {"test"}, workflow,
                                           {.contact = ada, .test_address = "https://test.example/"})
                .ok();
        });
    };
    for (std::int64_t count = 0; count < domain::open_trials_max; ++count) { EXPECT_TRUE(try_out()) << count; }
    EXPECT_FALSE(try_out());
    run_engine();
    turn(std::chrono::seconds(6));
    EXPECT_TRUE(try_out()) << "they have ended";
}

TEST_F(WorkflowCallTest, NothingActsWhileTheStoreIsOnHold) {
    chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    give_points("ada", 1);
    when([&](auto& transaction) {
        const auto hold = operations::hold_store(transaction, sources, {"test"}, "Wrong prices");
        EXPECT_EQ(hold.because, "Wrong prices");
    });
    turn(std::chrono::hours(2));
    EXPECT_EQ(runs("ada"), Lines{"waiting at n1: t>next n0 n0>next n1(paused)"});
    give_points("bob", 1);
    EXPECT_EQ(runs("bob"), Lines()) << "nobody enters";
    when([&](auto& transaction) { EXPECT_TRUE(operations::release_store(transaction, sources, {"test"}).ok()); });
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0 n0>next n1(paused) n1>next"});
}

TEST_F(WorkflowCallTest, ACopyRunsNothingBeforeItIsConfirmedToBeLive) {
    chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    give_points("ada", 1);
    when([&](auto& transaction) {
        transaction.lock_definitions();
        storage::begin_hold(transaction, {.since = clock.now(), .because = "A copy."});
        transaction.touch_definitions();
    });
    turn(std::chrono::hours(2));
    EXPECT_EQ(runs("ada"), Lines{"waiting at n1: t>next n0 n0>next n1(paused)"});
    when([&](auto& transaction) {
        EXPECT_EQ(operations::hold_store(transaction, sources, {"test"}, "Other").because, "A copy.");
        EXPECT_FALSE(operations::release_store(transaction, sources, {"test"}).ok());
        EXPECT_TRUE(operations::confirm_live(transaction, sources, {"test"}).ok());
    });
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0 n0>next n1(paused) n1>next"});
}

TEST_F(WorkflowCallTest, AWorkflowOnHoldStopsAndGoesOn) {
    const auto workflow = calling();
    const auto other = chain({R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    static_cast<void>(other);
    when([&](auto& transaction) {
        EXPECT_TRUE(operations::hold_workflow(transaction, sources, {"test"}, workflow, "Wrong").ok());
    });
    give_points("ada", 1);
    EXPECT_EQ(runs("ada"), Lines{"finished at n0: t>next n0>next"}) << "of the other workflow";
    when([&](auto& transaction) {
        EXPECT_TRUE(operations::release_workflow(transaction, sources, {"test"}, workflow).ok());
    });
    change("ada", R"({"_points": 2})");
    run_engine();
    EXPECT_EQ(calls("ada").size(), 1U);
}

TEST_F(WorkflowCallTest, AContactOnHoldStopsAndGoesOn) {
    const auto workflow =
        chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    give_points("ada", 1);
    give_points("bob", 1);
    const auto ada = find("ada")->id;
    when([&](auto& transaction) {
        EXPECT_TRUE(operations::hold_contact(transaction, sources, {"test"}, ada, "A complaint").ok());
    });
    turn(std::chrono::hours(2));
    EXPECT_EQ(runs("ada"), Lines{"waiting at n1: t>next n0 n0>next n1(paused)"});
    EXPECT_EQ(runs("bob"), Lines{"finished at n1: t>next n0 n0>next n1>next"});
    when([&](auto& transaction) {
        const auto now = storage::definitions_in(transaction, known());
        const auto version = operations::find_published(transaction, *now, workflow).take();
        const auto refused = operations::start_run(transaction, sources, *now, {"test"}, version, {.contact = ada});
        EXPECT_EQ(refused.error().detail, "The contact is on hold: A complaint");
        EXPECT_TRUE(operations::release_contact(transaction, sources, {"test"}, ada).ok());
    });
    EXPECT_EQ(runs("ada"), Lines{"finished at n1: t>next n0 n0>next n1(paused) n1>next"});
}

TEST_F(WorkflowCallTest, WhoeverIsReleasedWhileTheEngineDecidesGoesOn) {
    chain({R"("kind": "wait", "period": "PT1H")", R"("kind": "set-field", "field": "_name", "value": "Ada")"});
    storage::RefusingDatabase watched(*database);
    for (int piece = 1; piece <= 8; ++piece) {
        const auto name = "person" + std::to_string(piece);
        give_points(name, 1);
        const auto contact = find(name)->id;
        when([&](auto& transaction) {
            EXPECT_TRUE(operations::hold_contact(transaction, sources, {"test"}, contact, "A complaint").ok());
        });
        clock.advance(std::chrono::hours(2));
        int seen = 0;
        watched.before_each = [&] {
            if (++seen != piece) { return; }
            in_transaction([&](auto& transaction) {
                EXPECT_TRUE(operations::release_contact(transaction, sources, {"test"}, contact).ok());
                return true;
            });
        };
        make_engine(watched)->run();
        run_engine();
        if (seen >= piece) { EXPECT_EQ(find(name)->name, "Ada") << piece; }
    }
}

TEST_F(WorkflowCallTest, AnAnswerThatComesWhileTheEngineDecidesIsHeardAtOnce) {
    const auto call = R"("kind": "send-event", "eventTypeId": ")" + type_.text() + R"(", "fields": {"seats": "1"})";
    publish(
        R"({"id": "s", "kind": "start"}, {"id": "t", "kind": "on-field-changed", "field": "_points"}, {"id": "n0", )" +
            call + R"(, "answerWithin": "PT0S"}, {"id": "n1", )" + call + "}",
        R"({"from": "s", "to": "t"}, {"from": "t", "to": "n0"}, {"from": "n0", "port": "sent", "to": "n1"})",
        R"({"reentry": "always"})");
    storage::RefusingDatabase watched(*database);
    for (int piece = 1; piece <= 8; ++piece) {
        const auto name = "person" + std::to_string(piece);
        give_points(name, 1);
        const auto made = calls(name);
        ASSERT_EQ(made.size(), 2U);
        const auto answer_to = [&](const domain::Delivery& one) {
            in_transaction([&](auto& transaction) {
                return operations::finish_call(transaction,
                                               {.contact = one.contact, .id = one.id, .generation = one.generation},
                                               {.at = clock.now(), .answer = {.status = 200}, .chance = 0})
                    .has_value();
            });
        };
        answer_to(made[0]);
        int seen = 0;
        watched.before_each = [&] {
            if (++seen == piece) { answer_to(made[1]); }
        };
        make_engine(watched)->run();
        run_engine();
        if (seen < piece) { continue; }
        EXPECT_EQ(runs(name), Lines{"finished at n1: t>next n0>sent n1 n1>sent"}) << piece;
    }
}

}  // namespace
}  // namespace tradewind::engine
