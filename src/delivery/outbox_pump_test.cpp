#include "delivery/outbox_pump.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "delivery/http_caller.h"
#include "delivery/test_receiver.h"
#include "operations/contact_operations.h"
#include "operations/custom_event_type_operations.h"
#include "operations/custom_integration_operations.h"
#include "operations/delivery_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/settings/outside_store.h"

namespace tradewind::delivery::outbox_pump_test {
namespace {

using domain::Delivery;
using State = domain::DeliveryState;
using storage::Transaction;
using namespace std::chrono_literals;

std::string answer_of(int status, const std::string& more = "") {
    return "HTTP/1.1 " + std::to_string(status) + " X\r\n" + more + "Content-Length: 2\r\nConnection: close\r\n\r\nok";
}

std::string header_of(const std::string& request, const std::string& name) {
    const auto start = request.find("\r\n" + name + ": ");
    if (start == std::string::npos) { return ""; }
    const auto value = start + name.size() + 4;
    return request.substr(value, request.find("\r\n", value) - value);
}

// Turned by the test; what has to be waited for really passes.
class OutboxPumpTest : public operations::OperationTest {
  protected:
    OutboxPumpTest() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, sources); });
        type = make_type();
        definitions.emplace(storage::DefinitionsCache::load(*database).take());
        caller.emplace(guard, system_clock, HttpCaller::Options{.time_max = 2'000ms});
        open_pump();
    }
    void open_pump() {
        pump.emplace(OutboxPump::Dependencies{
            .database = *database,
            .sources = sources,
            .definitions = *definitions,
            .secret_key = secret_key,
            .log = log,
            .figures = figures,
            .call_web = [this](domain::WebCall call,
                               domain::CallDone done) { caller->start(std::move(call), std::move(done)); },
            .holder = "test",
            .sharing = database.engine() == storage::TestEngine::Sqlite ? OutboxPump::Sharing::Alone
                                                                        : OutboxPump::Sharing::Shared,
            .end_wait_max = end_wait_max});
    }
    base::Id make_type() {
        domain::CustomIntegration wanted;
        wanted.name = "Bookings";
        const auto integration = in_transaction([&](auto& transaction) {
                                     return operations::create_custom_integration(transaction, sources, wanted).take();
                                 }).id;
        const auto document = base::JsonDocument::parse(R"({"name": "Offer", "category": "send", "webhookUrl": ")" +
                                                        receiver.url("127.0.0.1") + R"(/hook", "fields": [
            {"id": "seats", "name": "Seats", "type": "integer"}],
            "webhookHeaders": [{"name": "X-Key", "value": "kiln"}]})")
                                  .take();
        const auto read =
            domain::read_custom_event_type(document.root(), {.private_addresses = true, .own_address = {}}).take();
        return in_transaction([&](auto& transaction) {
                   return operations::create_custom_event_type(transaction, sources, secret_key, integration, read)
                       .take();
               })
            .id;
    }
    Delivery add(Delivery delivery = {}) {
        delivery.id = ids.next();
        if (delivery.type.number == 0) { delivery.type = type; }
        if (delivery.run.number == 0) { delivery.run = delivery.id; }
        delivery.node = "call";
        if (!delivery.due_at) { delivery.due_at = clock.now(); }
        delivery.body = R"({"n":)" + std::to_string(delivery.id.number) + "}";
        EXPECT_TRUE(in_transaction([&](auto& transaction) { return storage::insert_delivery(transaction, delivery); }));
        return delivery;
    }
    Delivery find(const Delivery& delivery) {
        return in_transaction([&](auto& transaction) { return storage::find_delivery(transaction, delivery.id); })
            .value();
    }
    domain::Contact add_contact() {
        domain::Contact contact;
        contact.id = ids.next();
        contact.email = "ada@example.org";
        in_transaction([&](auto& transaction) {
            storage::insert_contact(transaction, contact);
            return true;
        });
        return contact;
    }
    // Sends what is due, and waits for the answers.
    void send() {
        pump->run();
        pump.reset();
        open_pump();
    }

    std::chrono::milliseconds end_wait_max{30'000};
    Receiver receiver{answer_of(200)};
    base::SystemClock system_clock;
    base::Log log{base::LogFormat::Text, base::LogLevel::Error};
    DeliveryFigures figures;
    OutboundGuard guard{OutboundGuard::Reach::Private};
    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    base::Id type;
    std::optional<storage::DefinitionsCache> definitions;
    std::optional<HttpCaller> caller;
    std::optional<OutboxPump> pump;
};

TEST_F(OutboxPumpTest, SendsOnceAndWritesTheAnswer) {
    const auto delivery = add();
    send();
    send();
    const auto requests = receiver.requests();
    ASSERT_EQ(requests.size(), 1U);
    EXPECT_TRUE(requests[0].starts_with("POST /hook "));
    EXPECT_TRUE(requests[0].ends_with(delivery.body));
    EXPECT_EQ(header_of(requests[0], "webhook-id"), delivery.id.text());
    EXPECT_EQ(header_of(requests[0], "webhook-timestamp"), std::to_string(clock.now().milliseconds / 1'000));
    EXPECT_TRUE(header_of(requests[0], "webhook-signature").starts_with("v1,"));
    EXPECT_EQ(header_of(requests[0], "X-Key"), "kiln");
    EXPECT_EQ(header_of(requests[0], "Content-Type"), "application/json");
    const auto done = find(delivery);
    EXPECT_EQ(done.state, State::Done);
    EXPECT_EQ(done.answer, "ok");
    EXPECT_EQ(done.attempts.size(), 1U);
    EXPECT_EQ(done.taken_by, std::nullopt);
    EXPECT_EQ(figures.done.value(), 1U);
    EXPECT_EQ(figures.on_their_way.value(), 0);
}

TEST_F(OutboxPumpTest, RepeatsUnderTheSameIdWithTheSameBytes) {
    receiver.answer_with(answer_of(500));
    const auto delivery = add();
    send();
    EXPECT_EQ(find(delivery).state, State::Waiting);
    send();
    EXPECT_EQ(receiver.requests().size(), 1U) << "its time has not come";
    receiver.answer_with(answer_of(200));
    clock.advance(6s);
    send();
    const auto requests = receiver.requests();
    ASSERT_EQ(requests.size(), 2U);
    EXPECT_EQ(header_of(requests[0], "webhook-id"), header_of(requests[1], "webhook-id"));
    EXPECT_NE(header_of(requests[0], "webhook-signature"), header_of(requests[1], "webhook-signature"));
    EXPECT_TRUE(requests[0].ends_with(delivery.body) && requests[1].ends_with(delivery.body));
    EXPECT_EQ(find(delivery).state, State::Done);
    EXPECT_EQ(figures.repeated.value(), 1U);
}

TEST_F(OutboxPumpTest, IsSentAgainByWhoComesAfterAKill) {
    receiver.answer_with("");
    const auto delivery = add();
    pump.reset();
    end_wait_max = 0ms;
    open_pump();
    pump->run();
    // The process goes away: nobody hears of the call.
    caller.reset();
    caller.emplace(guard, system_clock, HttpCaller::Options{});
    open_pump();
    pump.reset();
    end_wait_max = 30s;
    open_pump();
    receiver.answer_with(answer_of(200));
    // On PostgreSQL its lease ends first.
    clock.advance(OutboxPump::lease_time + 1ms);
    send();
    EXPECT_EQ(find(delivery).state, State::Done);
    EXPECT_EQ(find(delivery).tries, 1);
}

TEST_F(OutboxPumpTest, LeavesAloneWhatMakesNoSenseAnyMore) {
    domain::Workflow finished;
    finished.id = ids.next();
    finished.name = "Finished";
    finished.status = "finished";
    finished.definition = "{}";
    in_transaction([&](auto& transaction) {
        storage::insert_workflow(transaction, finished);
        return true;
    });
    struct Row {
        Delivery delivery;
        const char* reason;
    };
    const std::vector<Row> rows{
        {add({.expires_at = clock.now()}), "expired"},
        {add({.contact = {12345}}), "the contact is gone"},
        {add({.workflow = {12345}}), "the workflow is gone"},
        {add({.workflow = finished.id}), "the workflow is finished"},
        {add({.type = {12345}}), "the event type is gone"},
    };
    send();
    EXPECT_TRUE(receiver.requests().empty());
    for (const auto& row : rows) {
        const auto left = find(row.delivery);
        EXPECT_EQ(left.state, State::Skipped) << row.reason;
        EXPECT_EQ(left.reason, row.reason);
        EXPECT_TRUE(left.attempts.empty());
    }
}

TEST_F(OutboxPumpTest, SendsNothingWhileTheStoreIsOnHold) {
    const auto delivery = add();
    in_transaction([&](auto& transaction) {
        storage::begin_hold(transaction, {.since = clock.now(), .because = "a copy"});
        return true;
    });
    send();
    EXPECT_TRUE(receiver.requests().empty());
    EXPECT_EQ(find(delivery), delivery);
    in_transaction([&](auto& transaction) {
        storage::end_hold(transaction);
        return true;
    });
    send();
    EXPECT_EQ(find(delivery).state, State::Done);
}

TEST_F(OutboxPumpTest, StopsCallingATypeWhoseReceiverIsGone) {
    receiver.answer_with(answer_of(410));
    const auto first = add();
    send();
    EXPECT_EQ(find(first).state, State::Dead);
    const auto second = add();
    send();
    EXPECT_EQ(receiver.requests().size(), 1U);
    EXPECT_EQ(find(second).state, State::Dead);
    EXPECT_EQ(find(second).reason, "the receiver wants no more calls");
    // A person may try again.
    receiver.answer_with(answer_of(200));
    in_transaction(
        [&](auto& transaction) { return operations::retry_delivery(transaction, sources, {"test"}, second.id).ok(); });
    send();
    EXPECT_EQ(find(second).state, State::Done);
}

TEST_F(OutboxPumpTest, ATrialIsCalledElsewhereWhateverTheReceiverSaid) {
    receiver.answer_with(answer_of(410));
    const auto trial = add({.test_address = receiver.url("127.0.0.1") + "/trial"});
    send();
    EXPECT_EQ(find(trial).state, State::Dead);
    receiver.answer_with(answer_of(200));
    const auto first = add();
    send();
    EXPECT_EQ(find(first).state, State::Done);
    receiver.answer_with(answer_of(410));
    const auto second = add();
    send();
    EXPECT_EQ(find(second).state, State::Dead);
    receiver.answer_with(answer_of(200));
    const auto third = add();
    const auto another_trial = add({.test_address = receiver.url("127.0.0.1") + "/trial"});
    send();
    EXPECT_EQ(find(third).reason, "the receiver wants no more calls");
    EXPECT_EQ(find(another_trial).state, State::Done);
}

TEST_F(OutboxPumpTest, BehindABreakerNothingIsTriedAndNothingIsUsedUp) {
    receiver.answer_with(answer_of(500));
    std::vector<Delivery> deliveries;
    for (int number = 0; number < 25; ++number) { deliveries.push_back(add()); }
    for (int round = 0; round < 5; ++round) { pump->run(); }
    // Ten answers open it; where some of them came before the last was sent, others were sent in their place.
    pump.reset();
    const auto tried = receiver.requests().size();
    EXPECT_GE(tried, 10U);
    EXPECT_LT(tried, 20U);
    std::size_t untouched = 0;
    for (const auto& delivery : deliveries) { untouched += find(delivery) == delivery ? 1U : 0U; }
    EXPECT_EQ(untouched, 25U - tried) << "neither state nor tries";
    open_pump();
}

TEST_F(OutboxPumpTest, TheRunThatWaitsIsLookedAtOnceThereIsAnAnswer) {
    const auto contact = add_contact();
    receiver.answer_with(answer_of(500));
    const auto delivery = add({.contact = contact.id, .run = {77}});
    const auto timers = [&] {
        return in_transaction([&](auto& transaction) { return storage::run_timers_of(transaction, contact.id); });
    };
    send();
    EXPECT_TRUE(timers().empty()) << "it is to be repeated";
    receiver.answer_with(answer_of(200));
    clock.advance(6s);
    send();
    EXPECT_EQ(timers(), (std::vector<storage::RunTimer>{{contact.id, {77}, clock.now()}}));
}

TEST_F(OutboxPumpTest, WhatIsOnItsWayWhenItsContactIsErasedLeavesNothing) {
    const auto contact = add_contact();
    const auto delivery = add({.contact = contact.id, .run = {77}});
    in_transaction([&](auto& transaction) {
        operations::remove_person(transaction, sources, contact);
        return true;
    });
    const operations::SeenDelivery seen{.contact = contact.id, .id = delivery.id, .generation = 0};
    EXPECT_FALSE(in_transaction([&](auto& transaction) {
        return operations::finish_call(transaction, seen, {.at = clock.now(), .answer = {.status = 200}, .chance = 0});
    }));
    send();
    EXPECT_TRUE(receiver.requests().empty());
    EXPECT_FALSE(in_transaction([&](auto& transaction) { return storage::find_delivery(transaction, delivery.id); }));
    EXPECT_TRUE(
        in_transaction([&](auto& transaction) { return storage::run_timers_of(transaction, contact.id); }).empty());
}

TEST_F(OutboxPumpTest, AnAnswerThatComesTooLateWritesNothing) {
    const auto delivery = add();
    const operations::SeenDelivery seen{.contact = {}, .id = delivery.id, .generation = 0};
    in_transaction(
        [&](auto& transaction) { return operations::drop_delivery(transaction, sources, {"test"}, delivery.id).ok(); });
    const auto dropped = find(delivery);
    EXPECT_FALSE(in_transaction([&](auto& transaction) {
        return operations::finish_call(transaction, seen, {.at = clock.now(), .answer = {.status = 200}, .chance = 0});
    }));
    EXPECT_EQ(find(delivery), dropped);
    EXPECT_EQ(dropped.state, State::Skipped);
}

}  // namespace
}  // namespace tradewind::delivery::outbox_pump_test
