#include "domain/workflows/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/sample_workflow.h"
#include "domain/workflows/simulated_facts.h"

namespace tradewind::domain {
namespace {

using Lines = std::vector<std::string>;

// Lets a made-up contact go through a workflow, from Tuesday, 1 March 2022, 10:00 in Madrid on.
class SimulateTest : public WorkflowTest {
  protected:
    SimulateTest() {
        contact.facts.person.id = {77};
        contact.facts.person.email = "ada@example.org";
        contact.facts.person.name = "Ada";
    }

    void event(std::string_view at, std::string values) {
        happens.push_back({.at = moment(at),
                           .what = SimulatedEvent{.type = SampleFilterNames::event_type, .values = std::move(values)}});
    }
    void purchase(std::string_view at, std::int64_t euros) {
        Purchase bought;
        bought.purchase_id = std::string(at);
        bought.total_price = {euros * base::Decimal::scale};
        bought.total_quantity = 1;
        happens.push_back({.at = moment(at), .what = bought});
    }
    void patch(std::string_view at, const std::string& json) {
        const auto names = store.names();
        const auto parsed = document(json);
        const ContactKey key = base::EmailAddress::parse("ada@example.org").take();
        auto read = read_contact_patch(parsed.root(), names.filters.fields, key, OtherKey::MaySet);
        ASSERT_TRUE(read.ok());
        happens.push_back({.at = moment(at), .what = std::move(read).take()});
    }

    Simulation simulated(const std::string& json) {
        const auto read = definition(json);
        const auto names = store.names();
        const RunSituation situation{.definition = read, .names = names.filters, .store = shop};
        return simulate(situation, contact, happens, moment("2022-03-01T09:00:00Z"), zone);
    }

    // One line for each step: time, what, run, node and the rest.
    Lines lines(const std::string& json) {
        Lines found;
        const auto simulation = simulated(json);
        for (const auto& step : simulation.steps) {
            auto line = step.at.text().substr(5, 11) + " " + std::string(word_of(step.what));
            for (const auto& part : {step.node, step.port, step.reason, step.value}) {
                if (!part.empty()) { line += " " + part; }
            }
            if (step.until) { line += " until " + step.until->text().substr(5, 11); }
            found.push_back(std::move(line));
        }
        return found;
    }

    Store shop;
    SimulatedContact contact;
    std::vector<SimulatedHappening> happens;
};

const std::string start_node_json = R"("kind": "start")";
const std::string on_cart = R"("kind": "on-event", "event": "cart-updated")";
const std::string stop_node_json = R"("kind": "stop")";

TEST_F(SimulateTest, GoesThroughWaitsAndChecks) {
    event("2022-03-01T10:00:00Z", R"({"total": 60})");
    purchase("2022-03-01T10:30:00Z", 60);
    event("2022-03-03T10:00:00Z", R"({"total": 10})");
    EXPECT_EQ(lines(graph(
                  R"({"id": "s", "kind": "start"}, {"id": "cart", "kind": "on-event", "event": "cart-updated",
                      "where": [{"field": "total", "is": "atLeast", "value": 50}]},
                     {"id": "w", "kind": "wait", "period": "PT1H"},
                     {"id": "bought", "kind": "check", "filter": {"purchases": {"within": {"since": "start"}}}},
                     {"id": "big", "kind": "check", "filter": {"path": "event.total", "is": "atLeast", "value": 60}},
                     {"id": "end", "kind": "stop", "converted": true})",
                  R"({"from": "s", "to": "cart"}, {"from": "cart", "to": "w"}, {"from": "w", "to": "bought"},
                     {"from": "bought", "port": "yes", "to": "big"}, {"from": "big", "port": "yes", "to": "end"})")),
              (Lines{"03-01T10:00 begins", "03-01T10:00 leaves cart next", "03-01T10:00 arrives w until 03-01T11:00",
                     "03-01T11:00 leaves w next", "03-01T11:00 leaves bought yes", "03-01T11:00 leaves big yes",
                     "03-01T11:00 ends converted"}));
}

TEST_F(SimulateTest, TheGoalEndsARunWhereverItIs) {
    event("2022-03-01T10:00:00Z", "{}");
    purchase("2022-03-01T10:30:00Z", 60);
    const auto found = lines(chain({start_node_json, on_cart, R"("kind": "wait", "period": "P1D")", stop_node_json},
                                   R"({"goal": {"purchases": {}}, "reentry": "always"})"));
    EXPECT_EQ(found.back(), "03-01T10:30 ends converted");
}

TEST_F(SimulateTest, AWaitForTakesWhatHappensOrTimesOut) {
    event("2022-03-01T10:00:00Z", "{}");
    const auto json =
        chain({start_node_json, on_cart, R"("kind": "wait-for", "trigger": {"kind": "on-purchase"}, "limit": "PT2H")"},
              R"({"reentry": "always"})");
    EXPECT_EQ(lines(json),
              (Lines{"03-01T10:00 begins", "03-01T10:00 leaves n1 next", "03-01T10:00 arrives n2 until 03-01T12:00",
                     "03-01T12:00 leaves n2 timeout", "03-01T12:00 ends finished"}));
    purchase("2022-03-01T11:00:00Z", 5);
    EXPECT_EQ(lines(json)[3], "03-01T11:00 leaves n2 happened");
}

TEST_F(SimulateTest, RunsAreToldApartByTheirKeyAndStartAnew) {
    event("2022-03-01T10:00:00Z", R"({"_externalId": "cart-1"})");
    event("2022-03-01T10:10:00Z", R"({"_externalId": "cart-2"})");
    event("2022-03-01T10:20:00Z", R"({"_externalId": "cart-1"})");
    event("2022-03-01T10:25:00Z", R"({})");
    const auto settings =
        R"({"reentry": "always", "runs": "onePerKey", "key": "event._externalId", "onSameKey": "restart"})";
    EXPECT_EQ(
        lines(chain({start_node_json, on_cart, R"("kind": "wait", "period": "PT1H")"}, settings)),
        (Lines{"03-01T10:00 begins cart-1", "03-01T10:00 leaves n1 next", "03-01T10:00 arrives n2 until 03-01T11:00",
               "03-01T10:10 begins cart-2", "03-01T10:10 leaves n1 next", "03-01T10:10 arrives n2 until 03-01T11:10",
               "03-01T10:20 ends restarted", "03-01T10:20 begins cart-1", "03-01T10:20 leaves n1 next",
               "03-01T10:20 arrives n2 until 03-01T11:20", "03-01T10:25 keptOut no key", "03-01T11:10 leaves n2 next",
               "03-01T11:10 ends finished", "03-01T11:20 leaves n2 next", "03-01T11:20 ends finished"}));
}

TEST_F(SimulateTest, LetsNobodyInTwiceUnlessItMay) {
    event("2022-03-01T10:00:00Z", "{}");
    event("2022-03-01T11:00:00Z", "{}");
    event("2022-03-09T11:00:00Z", "{}");
    EXPECT_EQ(lines(chain({start_node_json, on_cart})),
              (Lines{"03-01T10:00 begins", "03-01T10:00 leaves n1 next", "03-01T10:00 ends finished",
                     "03-01T11:00 keptOut was in it before", "03-09T11:00 keptOut was in it before"}));
    EXPECT_EQ(lines(chain({start_node_json, on_cart}, R"({"reentry": "after:P7D"})"))[3],
              "03-01T11:00 keptOut too soon");
    EXPECT_EQ(lines(chain({start_node_json, on_cart}, R"({"reentry": "after:P7D"})"))[4], "03-09T11:00 begins");
}

TEST_F(SimulateTest, ANodeThatActsIsSeenByTheNextOne) {
    event("2022-03-01T10:00:00Z", "{}");
    EXPECT_EQ(lines(chain({start_node_json, on_cart, R"("kind": "set-field", "field": "_points", "add": 5)",
                           R"("kind": "set-field", "field": "size", "value": "l")",
                           R"("kind": "switch", "cases": [{"port": "five", "filter":
                              {"field": "_points", "is": "equals", "value": 5}}])"})),
              (Lines{"03-01T10:00 begins", "03-01T10:00 leaves n1 next", "03-01T10:00 leaves n2 next 5",
                     "03-01T10:00 does n2 5", "03-01T10:00 leaves n3 next \"l\"", "03-01T10:00 does n3 \"l\"",
                     "03-01T10:00 leaves n4 five", "03-01T10:00 ends finished"}));
}

TEST_F(SimulateTest, ASumThatDoesNotFitFailsAndLeavesWhatWasThere) {
    event("2022-03-01T10:00:00Z", "{}");
    const auto add = [this](std::int64_t points) {
        contact.facts.person.points = points;
        return lines(
            chain({start_node_json, on_cart, R"("kind": "set-field", "field": "_points", "add": 10000000000000)"}));
    };
    EXPECT_EQ(add(200'000'000'000'000)[3], "03-01T10:00 does n2 210000000000000");
    const auto found = add(9'007'199'254'740'991);
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[2].substr(0, 39), "03-01T10:00 leaves n2 next does not fit");
}

// Ids of people who came one after the other. With four degrees of freedom 23.5 is passed once in 10,000 times; nothing
// here is left to chance.
TEST_F(SimulateTest, ASplitSharesPeopleOutAsItSays) {
    const auto read = definition(chain({start_node_json, R"("kind": "split", "shares": [
        {"port": "a", "percent": 40}, {"port": "b", "percent": 30}, {"port": "c", "percent": 15},
        {"port": "d", "percent": 10}, {"port": "e", "percent": 5}])"}));
    const auto names = store.names();
    const RunSituation situation{.definition = read, .names = names.filters, .store = shop, .salt = "salt"};
    SimulatedFacts facts(contact, names.filters.fields);
    const EvaluationTime time{.now = moment("2022-03-01T09:00:00Z"), .zone = zone};
    constexpr int people = 100'000;
    const auto& node = read.nodes[1];
    const std::vector<int> percents{40, 30, 15, 10, 5};
    for (const std::int64_t entry : {1, 2}) {
        std::vector<double> counts(percents.size());
        for (int number = 0; number < people; ++number) {
            const domain::Run run{.workflow = {9}, .contact = {7'000'000'000'000 + number}, .entry = entry};
            const auto result = row_of(node.kind).visit({.situation = situation,
                                                         .node = node,
                                                         .number = 1,
                                                         .run = run,
                                                         .facts = facts,
                                                         .time = time,
                                                         .wake = {}});
            ++counts[result.port];
        }
        double chi_square = 0;
        for (std::size_t port = 0; port < percents.size(); ++port) {
            const double expected = people / 100.0 * percents[port];
            chi_square += (counts[port] - expected) * (counts[port] - expected) / expected;
        }
        EXPECT_LT(chi_square, 23.5) << "entry " << entry;
    }
}

TEST_F(SimulateTest, ActsOnlyInItsHours) {
    event("2022-03-01T19:30:00Z", "{}");
    EXPECT_EQ(lines(chain({start_node_json, on_cart,
                           R"("kind": "send-event", "eventTypeId": "$sendType", "fields": {"points": "3"})"},
                          R"({"window": {"days": ["wednesday", "thursday"], "from": "09:00", "to": "20:00"}})")),
              (Lines{"03-01T19:30 begins", "03-01T19:30 leaves n1 next",
                     "03-01T19:30 arrives n2 window until 03-02T08:00", "03-02T08:00 arrives n2 until 03-02T08:15",
                     "03-02T08:00 does n2 {\"points\":3}", "03-02T08:00 leaves n2 sent", "03-02T08:00 ends finished"}));
}

TEST_F(SimulateTest, GivesCouponsAndKeepsThem) {
    event("2022-03-01T10:00:00Z", "{}");
    event("2022-03-01T11:00:00Z", "{}");
    EXPECT_EQ(lines(graph(R"({"id": "n0", "kind": "start"}, {"id": "n1", "kind": "on-event", "event": "cart-updated"},
                             {"id": "n2", "kind": "assign-coupon", "couponSetId": "$couponSet", "keep": true},
                             {"id": "n3", "kind": "set-field", "field": "hobby", "path": "nodes.n2.code"})",
                          R"({"from": "n0", "to": "n1"}, {"from": "n1", "to": "n2"},
                             {"from": "n2", "port": "assigned", "to": "n3"})",
                          R"({"reentry": "always"})")),
              (Lines{"03-01T10:00 begins", "03-01T10:00 leaves n1 next", "03-01T10:00 leaves n2 assigned",
                     "03-01T10:00 does n2 SIMULATED-1", "03-01T10:00 leaves n3 next \"SIMULATED-1\"",
                     "03-01T10:00 does n3 \"SIMULATED-1\"", "03-01T10:00 ends finished", "03-01T11:00 begins",
                     "03-01T11:00 leaves n1 next", "03-01T11:00 leaves n2 assigned SIMULATED-1",
                     "03-01T11:00 leaves n3 next \"SIMULATED-1\"", "03-01T11:00 does n3 \"SIMULATED-1\"",
                     "03-01T11:00 ends finished"}));
}

TEST_F(SimulateTest, TemplatesSeeTheContactTheEventAndEarlierNodes) {
    event("2022-03-01T10:00:00Z", R"({"total": 60.5})");
    const auto found = lines(chain(
        {start_node_json, on_cart,
         R"("kind": "set-field", "field": "hobby", "template": "{{ contact._name }} spends {{ event.total }} at {{ store.name }}")",
         R"("kind": "set-field", "field": "pets", "template": "{{ contact._name }}")"}));
    EXPECT_EQ(found[3], R"(03-01T10:00 does n2 "Ada spends 60.5 at My store")");
    EXPECT_EQ(found[4].substr(0, 43), "03-01T10:00 leaves n3 next template failed ");
}

TEST_F(SimulateTest, ANodeOverItsLimitIsPassedOver) {
    event("2022-03-01T10:00:00Z", "{}");
    event("2022-03-01T11:00:00Z", "{}");
    const auto found =
        lines(chain({start_node_json, on_cart,
                     R"("kind": "set-field", "field": "_points", "add": 5, "limits": {"coolDown": "P1D"})"},
                    R"({"reentry": "always"})"));
    EXPECT_EQ(found[7], "03-01T11:00 leaves n2 next limit");
}

TEST_F(SimulateTest, WaitsForTimesOfTheClockAndForDates) {
    contact.facts.person.birthdate = moment("2022-03-20T00:00:00Z");
    event("2022-03-01T10:00:00Z", "{}");
    EXPECT_EQ(
        lines(chain({start_node_json, on_cart, R"("kind": "wait", "weekday": "monday", "time": "09:30")",
                     R"("kind": "wait", "time": "09:30")", R"("kind": "wait", "until": "2022-03-01T00:00:00Z")",
                     R"("kind": "wait", "date": {"path": "contact._birthdate", "offset": "-P3D"})",
                     R"("kind": "wait", "date": {"path": "event.due"})"})),
        (Lines{"03-01T10:00 begins", "03-01T10:00 leaves n1 next", "03-01T10:00 arrives n2 until 03-07T08:30",
               "03-07T08:30 leaves n2 next", "03-07T08:30 arrives n3 until 03-08T08:30", "03-08T08:30 leaves n3 next",
               "03-08T08:30 leaves n4 next 2022-03-01T00:00:00.000Z", "03-08T08:30 arrives n5 until 03-17T00:00",
               "03-17T00:00 leaves n5 next", "03-17T00:00 leaves n6 next no date", "03-17T00:00 ends finished"}));
}

TEST_F(SimulateTest, WhatItChangesStartsOthersUpToADepth) {
    patch("2022-03-01T10:00:00Z", R"({"_points": 1})");
    const auto found = lines(chain({start_node_json, R"("kind": "on-field-changed", "field": "_points")",
                                    R"("kind": "set-field", "field": "_points", "add": 1)"},
                                   R"({"reentry": "always"})"));
    EXPECT_EQ(std::count_if(found.begin(), found.end(), [](const auto& line) { return line.ends_with("begins"); }), 10);
    EXPECT_EQ(found.back(), "03-01T10:00 keptOut too deep");
}

TEST_F(SimulateTest, TooManyStepsStopARun) {
    const auto found = lines(graph(R"({"id": "s", "kind": "start"}, {"id": "w", "kind": "wait", "time": "09:30"})",
                                   R"({"from": "s", "to": "w"}, {"from": "w", "to": "w"})"));
    EXPECT_EQ(found.size(), simulation_steps_max);
}

TEST_F(SimulateTest, EndsWithItsTimeAndWithItsWork) {
    const auto endless =
        simulated(graph(R"({"id": "s", "kind": "start"}, {"id": "w", "kind": "wait", "period": "P100Y"})",
                        R"({"from": "s", "to": "w"}, {"from": "w", "to": "w"})"));
    EXPECT_TRUE(endless.is_cut);
    EXPECT_LT(endless.steps.back().at, simulation_end);
    EXPECT_LT(endless.steps.size(), simulation_steps_max);
    contact.facts.activities.resize(50'000, {.id = {1}, .contact = {77}, .kind = ActivityKind::Login, .at = {0}});
    const auto long_work = simulated(graph(
        R"({"id": "s", "kind": "start"}, {"id": "w", "kind": "wait", "period": "PT1H"},
           {"id": "c", "kind": "check", "filter": {"activity": "search"}})",
        R"({"from": "s", "to": "w"}, {"from": "w", "to": "c"}, {"from": "c", "port": "no", "to": "w"})"));
    EXPECT_TRUE(long_work.is_cut);
    EXPECT_LT(long_work.steps.size(), 100U);
}

TEST_F(SimulateTest, AValueIsToldAsFarAsItFits) {
    const std::string text(simulation_value_bytes_max, 'x');
    const auto found = lines(chain({start_node_json, R"("kind": "send-event", "eventTypeId": "$sendType", "fields": {)"
                                                     R"("who": ")" +
                                                         text + R"(", "points": "1"})"}));
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const auto& line) {
        return line.size() == std::string_view("03-01T09:00 does n1 ").size() + simulation_value_bytes_max;
    }));
}

TEST_F(SimulateTest, AnAudienceAndTheExitKeepPeopleOut) {
    event("2022-03-01T10:00:00Z", "{}");
    EXPECT_EQ(
        lines(chain({R"("kind": "start", "audience": {"field": "_points", "is": "atLeast", "value": 1})", on_cart})),
        Lines{"03-01T10:00 keptOut not in the audience"});
    EXPECT_EQ(lines(chain({start_node_json, on_cart}, R"({"exitWhen": {"field": "_name", "is": "isSet"}})")),
              Lines{"03-01T10:00 keptOut exit"});
    EXPECT_EQ(lines(chain({start_node_json, on_cart}, R"({"exitWhen": {"event": "cart-updated"}})"))[0],
              "03-01T10:00 begins")
        << "what happened before the start does not count";
}

}  // namespace
}  // namespace tradewind::domain
