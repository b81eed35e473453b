#include "domain/workflows/read_definition.h"

#include <gtest/gtest.h>

#include "domain/workflows/sample_workflow.h"

namespace tradewind::domain {
namespace {

using Lines = std::vector<std::string>;

class ReadDefinitionTest : public WorkflowTest {
  protected:
    // What is wrong with one node between a trigger and the end.
    Lines wrong(const std::string& node) {
        return incidents(chain({R"("kind": "start")", R"("kind": "on-purchase")", node}));
    }
};

TEST_F(ReadDefinitionTest, KnowsEveryKindOfNode) {
    EXPECT_EQ(wrong(R"("kind": "check", "filter": {"field": "_points", "is": "atLeast", "value": 1})"), Lines());
    EXPECT_EQ(wrong(R"("kind": "switch", "cases": [{"port": "vip", "filter": {"segment": "$segment"}}])"), Lines());
    EXPECT_EQ(wrong(R"("kind": "wait", "period": "P1D")"), Lines());
    EXPECT_EQ(wrong(R"("kind": "wait", "until": "2022-01-01T00:00:00Z")"), Lines());
    EXPECT_EQ(wrong(R"("kind": "wait", "weekday": "monday", "time": "09:30")"), Lines());
    EXPECT_EQ(wrong(R"("kind": "wait", "date": {"path": "event.purchaseDate", "offset": "-P1D"})"), Lines());
    EXPECT_EQ(wrong(R"("kind": "wait", "date": {"path": "contact._birthdate"})"), Lines());
    EXPECT_EQ(wrong(R"("kind": "wait-for", "limit": "P1D", "since": "start",
                       "trigger": {"kind": "on-event", "event": "cart-updated"})"),
              Lines());
    EXPECT_EQ(wrong(R"("kind": "split", "shares": [{"port": "a", "percent": 30}, {"port": "b", "percent": 70}])"),
              Lines());
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "_points", "add": 5)"), Lines());
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "hobby", "value": null)"), Lines());
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "height", "path": "event.totalPrice")"), Lines());
    EXPECT_EQ(wrong(R"("kind": "add-to-segment", "segment": "$segment")"), Lines());
    EXPECT_EQ(wrong(R"("kind": "remove-from-segment", "segment": "$segment", "limits": {"perContact": 1})"), Lines());
    EXPECT_EQ(wrong(R"("kind": "assign-coupon", "couponSetId": "$couponSet", "keep": true)"), Lines());
    EXPECT_EQ(wrong(R"("kind": "send-event", "eventTypeId": "$sendType", "fields": {"points": "5"})"), Lines());
    EXPECT_EQ(wrong(R"("kind": "stop", "converted": true, "name": "End", "position": {"x": 1, "y": 2})"), Lines());
}

TEST_F(ReadDefinitionTest, KnowsEveryTrigger) {
    for (const std::string trigger :
         {R"("kind": "on-purchase", "where": [{"item": "brand", "is": "equals", "value": "Acme"}])",
          R"("kind": "on-event", "event": "cart-updated", "where": [{"field": "total", "is": "atLeast", "value": 5}])",
          R"("kind": "on-contact-created", "fromImports": true)",
          R"("kind": "on-field-changed", "field": "size", "from": "s", "to": null)",
          R"("kind": "on-subscribed", "channel": "sms")", R"("kind": "on-unsubscribed")",
          R"("kind": "on-segment-entered", "segment": "$dynamic")",
          R"("kind": "on-segment-left", "segment": "$segment")",
          R"("kind": "on-coupon-assigned", "couponSetId": "$couponSet")"}) {
        EXPECT_EQ(incidents(chain({R"("kind": "start")", trigger, R"("kind": "stop")"})), Lines()) << trigger;
    }
}

TEST_F(ReadDefinitionTest, TellsEveryWrongParameterWithItsPlace) {
    EXPECT_EQ(wrong(R"("kind": "check")"), Lines{"n2 /nodes/2/filter required: is required"});
    EXPECT_EQ(wrong(R"("kind": "check", "filter": {"field": "nobody", "is": "isSet"})"),
              Lines{"n2 /nodes/2/filter/field unknown: does not exist"});
    EXPECT_EQ(wrong(R"("kind": "check", "filter": {"path": "event.weight", "is": "isSet"})"),
              Lines{"n2 /nodes/2/filter/path invalid: is no value that the trigger or an earlier node leaves"});
    EXPECT_EQ(wrong(R"("kind": "check", "filter": {"purchases": {"within": {"since": "n7"}}})"),
              Lines{"n2 /nodes/2/filter/purchases/within/since invalid: must be start or the id of a node"});
    EXPECT_EQ(wrong(R"("kind": "switch", "cases": [])"), Lines{"n2 /nodes/2/cases limit: must not be empty"});
    EXPECT_EQ(wrong(R"("kind": "switch", "cases": [{"port": "else", "filter": {"segment": "$segment"}}])"),
              Lines{"n2 /nodes/2/cases invalid: must not name a port else, which is there by itself"});
    EXPECT_EQ(wrong(R"("kind": "wait")"), Lines{"n2 /nodes/2 required: must have one of period, until, time and date"});
    EXPECT_EQ(wrong(R"("kind": "wait", "period": "soon", "time": "25:00")"),
              (Lines{"n2 /nodes/2/period invalid: must be a period such as P90D, P1Y2M or PT2H",
                     "n2 /nodes/2/time invalid: must be a time such as 09:30",
                     "n2 /nodes/2 invalid: must have one of period, until, time and date"}));
    EXPECT_EQ(wrong(R"("kind": "wait", "date": {"path": "event.totalPrice", "offset": "P1"})")[0],
              "n2 /nodes/2/date/path invalid: must be a date");
    EXPECT_EQ(wrong(R"("kind": "wait-for")"),
              (Lines{"n2 /nodes/2/trigger required: is required", "n2 /nodes/2/limit required: is required"}));
    EXPECT_EQ(wrong(R"("kind": "split", "shares": [{"port": "a", "percent": 30}, {"port": "a", "percent": 60}])"),
              (Lines{"n2 /nodes/2/shares/1/port invalid: is repeated",
                     "n2 /nodes/2/shares invalid: must have percents that make 100 together"}));
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "_email", "value": "a@b.org")"),
              Lines{"n2 /nodes/2/field invalid: names the contact and cannot be set by a workflow"});
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "size", "value": "xxl")"),
              Lines{"n2 /nodes/2/value invalid: must be the id of one of the options"});
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "hobby", "add": 1)"),
              Lines{"n2 /nodes/2/add invalid: goes only with a field of numbers"});
    EXPECT_EQ(wrong(R"("kind": "add-to-segment", "segment": "$dynamic")"),
              Lines{"n2 /nodes/2/segment invalid: must be a static segment"});
    EXPECT_EQ(wrong(R"("kind": "assign-coupon", "couponSetId": "$segment")"),
              Lines{"n2 /nodes/2/couponSetId unknown: does not exist"});
    EXPECT_EQ(wrong(R"("kind": "send-event", "eventTypeId": "$eventType", "fields": {"size": "1"})"),
              (Lines{"n2 /nodes/2/eventTypeId invalid: must be a type of the category send",
                     "n2 /nodes/2/fields/size unknown: is not a field of this event type"}));
    EXPECT_EQ(wrong(R"("kind": "send-event", "eventTypeId": "$sendType")"),
              Lines{"n2 /nodes/2/fields/points required: is required by the event type"});
    EXPECT_EQ(wrong(R"("kind": "stop", "converted": "yes", "colour": 1, "limits": {}, "x/y": 1)"),
              (Lines{"n2 /nodes/2/converted invalid: must be true or false",
                     "n2 /nodes/2/limits invalid: goes only with nodes that act",
                     "n2 /nodes/2/colour unknown: is not known to nodes of this kind",
                     "n2 /nodes/2/x~1y unknown: is not known to nodes of this kind"}));
    EXPECT_EQ(
        wrong(
            R"("kind": "set-field", "field": "hobby", "template": "{{ contact.nobody }} {{ event.totalPrice }} {{ x }}")"),
        (Lines{"n2 /nodes/2/template unknown: line 1, column 4: nothing is named contact.nobody",
               "n2 /nodes/2/template unknown: line 1, column 48: nothing is named x"}));
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "hobby", "template": "{% if %}")").size(), 2U);
    EXPECT_EQ(wrong(R"("kind": "send-email")"), Lines{"n2 /nodes/2/kind later: cannot run yet"});
    EXPECT_EQ(wrong(R"("kind": "dance")"), Lines{"n2 /nodes/2/kind unknown: is not a kind of node"});
}

TEST_F(ReadDefinitionTest, TellsWhatIsNotKnownAtAnyDepth) {
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "_points", "add": 5, "limits": {"perContcat": 1})"),
              Lines{"n2 /nodes/2/limits/perContcat unknown: is not known here"});
    EXPECT_EQ(wrong(R"("kind": "wait", "date": {"path": "contact._birthdate", "ofset": "-P1D"})"),
              Lines{"n2 /nodes/2/date/ofset unknown: is not known here"});
    EXPECT_EQ(wrong(R"("kind": "switch", "cases": [{"port": "a", "filter": {"segment": "$segment"}, "x": 1}])"),
              Lines{"n2 /nodes/2/cases/0/x unknown: is not known here"});
    EXPECT_EQ(wrong(R"("kind": "split", "shares": [{"port": "a", "percent": 30},
                                                   {"port": "b", "percent": 70, "percents": 1}])"),
              Lines{"n2 /nodes/2/shares/1/percents unknown: is not known here"});
    EXPECT_EQ(wrong(R"("kind": "wait-for", "limit": "P1D", "trigger": {"kind": "on-purchase", "were": []})"),
              Lines{"n2 /nodes/2/trigger/were unknown: is not known here"});
    EXPECT_EQ(incidents(chain({R"("kind": "start")", R"("kind": "on-purchase")"},
                              R"({"window": {"from": "09:00", "day": ["monday"]}})")),
              Lines{" /settings/window/day unknown: is not known here"});
}

TEST_F(ReadDefinitionTest, TellsValuesThatCanNeverFit) {
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "_points", "path": "contact._name")"),
              Lines{"n2 /nodes/2/path invalid: is a text, and the field takes a number"});
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "_name", "path": "event.totalPrice")"),
              Lines{"n2 /nodes/2/path invalid: is a number, and the field takes a text"});
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "_points", "template": "many")"),
              Lines{"n2 /nodes/2/template invalid: must be a number"});
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "_points", "template": "5")"), Lines());
    EXPECT_EQ(wrong(R"("kind": "set-field", "field": "_points", "template": "{{ contact._name }}")"), Lines());
    EXPECT_EQ(wrong(R"("kind": "send-event", "eventTypeId": "$sendType", "fields": {"points": "many"})"),
              Lines{"n2 /nodes/2/fields/points invalid: must be a number"});
    EXPECT_EQ(wrong(R"("kind": "send-event", "eventTypeId": "$sendType", "fields": {"points": ""})"),
              Lines{"n2 /nodes/2/fields/points required: is required by the event type"});
}

TEST_F(ReadDefinitionTest, TellsSoManyIncidentsAtMost) {
    std::string members;
    for (std::size_t number = 0; number < incidents_max + 5; ++number) {
        members += R"(, "m)" + std::to_string(number) + R"(": 1)";
    }
    EXPECT_EQ(incidents(chain({R"("kind": "start")", R"("kind": "stop")" + members})).size(), incidents_max);
}

TEST_F(ReadDefinitionTest, TellsHowNodesCannotBeConnected) {
    const std::string start = R"({"id": "s", "kind": "start"})";
    const std::string bought = R"({"id": "t", "kind": "on-purchase"})";
    const std::string stop = R"({"id": "e", "kind": "stop"})";
    const std::string wait = R"({"id": "w", "kind": "wait", "period": "PT10S"})";
    EXPECT_EQ(incidents(graph(start, "")), Lines{"s /nodes/0 graph: must lead to a node"});
    EXPECT_EQ(incidents(graph(start + "," + stop + "," + wait, R"({"from": "s", "to": "e"})")),
              Lines{"w /nodes/2 unreachable: no way leads to it"});
    EXPECT_EQ(incidents(graph(start + "," + bought + "," + stop,
                              R"({"from": "s", "to": "t"}, {"from": "s", "to": "e"}, {"from": "t", "to": "e"})")),
              Lines{"s /nodes/0 graph: must lead to triggers, or to one other node"});
    EXPECT_EQ(incidents(graph(start + "," + wait + "," + bought + "," + stop,
                              R"({"from": "s", "to": "w"}, {"from": "w", "to": "t"}, {"from": "t", "to": "e"})")),
              (Lines{"t /edges/1/to graph: is a trigger, which stands only behind the start",
                     "t /nodes/2 unreachable: no way leads to it", "e /nodes/3 unreachable: no way leads to it"}));
    EXPECT_EQ(incidents(graph(start + "," + wait, R"({"from": "s", "to": "w"}, {"from": "w", "to": "s"})")),
              Lines{"w /edges/1/to graph: must not be the start"});
    EXPECT_EQ(
        incidents(graph(start + "," + wait + "," + stop,
                        R"({"from": "s", "to": "w"}, {"from": "w", "to": "e", "port": "late"},
                                 {"from": "w", "to": "e"}, {"from": "w", "to": "e"})")),
        (Lines{"w /edges/1/port graph: must be one of next", "w /edges/3/port graph: leads to another node already"}));
    EXPECT_EQ(incidents(graph(start + "," + wait, R"({"from": "s", "to": "w"}, {"from": "w", "to": "w"})")),
              Lines{"w /nodes/1 loop: is part of a loop without a wait of at least a minute"});
    EXPECT_EQ(incidents(graph(start + R"(, {"id": "w", "kind": "wait", "period": "PT1M"})",
                              R"({"from": "s", "to": "w"}, {"from": "w", "to": "w"})")),
              Lines());
    EXPECT_EQ(incidents(graph(R"({"id": "s", "kind": "start", "audience": {"segment": "$segment"}}, )" + stop,
                              R"({"from": "s", "to": "e"})")),
              Lines{"s /nodes/0/audience invalid: goes only with triggers"});
}

TEST_F(ReadDefinitionTest, ReadsItsSettings) {
    const auto settings = [&](const std::string& json) {
        return incidents(chain({R"("kind": "start")", R"("kind": "on-event", "event": "cart-updated")"}, json));
    };
    EXPECT_EQ(settings(R"({"reentry": "after:P30D", "runs": "onePerKey", "key": "event._externalId",
                           "onSameKey": "restart", "goal": {"purchases": {}}, "exitWhen": {"segment": "$segment"},
                           "window": {"days": ["monday"], "from": "09:00", "to": "24:00"},
                           "endsAt": "2030-01-01T00:00:00Z", "lateness": "PT1H"})"),
              Lines());
    EXPECT_EQ(settings(R"({"reentry": "sometimes", "key": "event.total", "goal": {"path": "event.total", "is": "isSet"},
                           "window": {"days": ["someday"], "from": "20:00", "to": "09:00"}, "speed": 1})"),
              (Lines{" /settings/reentry invalid: must be never, always or after: and a period",
                     " /settings/key invalid: goes only with runs onePerKey",
                     " /settings/goal invalid: must not test values of nodes",
                     " /settings/window/to invalid: must be later than from",
                     " /settings/window/days/0 invalid: must be a weekday such as monday",
                     " /settings/speed unknown: is not a setting"}));
    EXPECT_EQ(settings(R"({"runs": "onePerKey"})"), Lines{" /settings/key required: is required"});
    EXPECT_EQ(settings(R"({"onSameKey": "restart"})"),
              Lines{" /settings/onSameKey invalid: goes only with runs onePerKey"});
    EXPECT_EQ(settings(R"({"runs": "onePerKey", "key": "nodes.n1.total"})"), Lines());
    EXPECT_EQ(incidents(chain({R"("kind": "start")", R"("kind": "on-purchase")",
                               R"("kind": "assign-coupon", "couponSetId": "$couponSet")"},
                              R"({"runs": "onePerKey", "key": "nodes.n2.code"})")),
              Lines{" /settings/key unknown: is no value that the trigger or an earlier node leaves"});
    EXPECT_EQ(settings("[]"), Lines{" /settings invalid: must be an object"});
    const auto read =
        definition(chain({R"("kind": "start")", R"("kind": "on-purchase")"},
                         R"({"goal": {"all": [{"purchases": {}}, {"purchases": {"within": {"last": "P1D"}}}]}})"));
    EXPECT_EQ(std::get<HistoryTest>(read.settings.goal->parts[0].test).within.since, "start");
    EXPECT_EQ(std::get<HistoryTest>(read.settings.goal->parts[1].test).within.since, std::nullopt);
}

TEST_F(ReadDefinitionTest, ADraftOfTheFirstFormatIsNotPublished) {
    for (const std::string version : {"1", "1.0", "10e-1"}) {
        EXPECT_EQ(incidents(R"({"formatVersion": )" + version + R"(, "nodes": [], "edges": []})"),
                  Lines{" /formatVersion format: must be 2 to be published"});
    }
}

}  // namespace
}  // namespace tradewind::domain
