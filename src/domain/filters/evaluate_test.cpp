#include "domain/filters/evaluate.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "domain/filters/memory_facts.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/sample_filter_names.h"

namespace tradewind::domain::evaluate_test {
namespace {

base::Instant moment(std::string_view text) {
    return base::Instant::parse(text).value();
}

// Facts that count how many rows of history are asked for.
class CountedFacts final : public FilterFacts {
  public:
    MemoryFacts facts;
    int rows = 0;

    const Contact& contact() override { return facts.contact(); }
    bool is_member(base::Id segment) override { return facts.is_member(segment); }
    bool walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<PurchaseFact>& visit) override {
        return facts.walk_purchases(with_items, rows_left, counting(visit));
    }
    bool walk_activities(const ActivityQuestion& question, std::int64_t& rows_left,
                         const Visitor<ActivityFact>& visit) override {
        return facts.walk_activities(question, rows_left, counting(visit));
    }

  private:
    template <class Fact>
    Visitor<Fact> counting(const Visitor<Fact>& visit) {
        return [this, &visit](const Fact& fact) {
            ++rows;
            return visit(fact);
        };
    }
};

class EvaluateTest : public testing::Test {
  protected:
    Filter parse(const std::string& json) const {
        const auto document = base::JsonDocument::parse(SampleFilterNames::with_ids(json)).take();
        auto parsed = parse_filter(document.root(), store.names(), "");
        EXPECT_TRUE(parsed.ok()) << json;
        return std::move(parsed).take();
    }
    Evaluation evaluate(const std::string& json, Explain explain = Explain::No) {
        filter = parse(json);
        return domain::evaluate(filter, facts, store.names().fields, {.now = now, .zone = zone}, explain);
    }
    void buy(std::string_view at, std::int64_t euros, std::vector<PurchaseItem> items = {}) {
        Purchase purchase;
        purchase.id = {std::ssize(facts.facts.purchases) + 1};
        purchase.purchased_at = moment(at);
        purchase.total_price = {euros * base::Decimal::scale};
        purchase.total_quantity = 1;
        purchase.items = std::move(items);
        facts.facts.purchases.push_back(std::move(purchase));
    }
    static PurchaseItem item(std::string category, std::int64_t euros, std::int64_t quantity) {
        PurchaseItem item;
        item.product_id = category;
        item.name = category;
        item.categories = std::vector<std::string>{std::move(category)};
        item.price = {euros * base::Decimal::scale};
        item.quantity = quantity;
        return item;
    }

    SampleFilterNames store;
    CountedFacts facts;
    Filter filter;
    base::Instant now = moment("2026-11-17T12:00:00Z");
    base::TimeZone zone = base::TimeZone::load("Europe/Madrid").take();
};

TEST_F(EvaluateTest, CountsWhatLiesInASpanAndKnowsWhenTheNextOneLeavesIt) {
    buy("2026-11-01T10:00:00Z", 10);
    buy("2026-11-10T10:00:00Z", 10);
    buy("2026-08-01T10:00:00Z", 10);
    const auto two = evaluate(R"({"purchases": {"within": {"last": "P30D"}}, "count": {"atLeast": 2}})");
    EXPECT_TRUE(two.holds);
    EXPECT_EQ(two.changes_at->text(), "2026-12-01T10:00:00.000Z");
    const auto one = evaluate(R"({"purchases": {"within": {"last": "P30D"}}})");
    EXPECT_TRUE(one.holds);
    EXPECT_EQ(one.changes_at->text(), "2026-12-10T10:00:00.000Z");
    const auto three = evaluate(R"({"purchases": {"within": {"last": "P30D"}}, "count": {"atLeast": 3}})");
    EXPECT_FALSE(three.holds);
    EXPECT_FALSE(three.changes_at);
    const auto exactly = evaluate(R"({"purchases": {"within": {"last": "P30D"}}, "count": {"equals": 1}})");
    EXPECT_FALSE(exactly.holds);
    EXPECT_EQ(exactly.changes_at->text(), "2026-12-01T10:00:00.000Z");
}

TEST_F(EvaluateTest, WhatLiesAheadCountsWhenItsMomentComes) {
    buy("2026-11-20T10:00:00Z", 10);
    const auto any = evaluate(R"({"purchases": {}})");
    EXPECT_FALSE(any.holds);
    EXPECT_EQ(any.changes_at->text(), "2026-11-20T10:00:00.000Z");
    const auto none = evaluate(R"({"purchases": {"within": {"last": "P1D"}}, "count": {"atMost": 0}})");
    EXPECT_TRUE(none.holds);
    EXPECT_EQ(none.changes_at->text(), "2026-11-20T10:00:00.000Z");
}

TEST_F(EvaluateTest, AddsUpTheItemsThatFit) {
    buy("2026-11-01T10:00:00Z", 100, {item("Shoes", 60, 1), item("Hats", 40, 2)});
    buy("2026-11-02T10:00:00Z", -20, {item("shoes", -20, 1)});
    const auto of_shoes = [](const std::string& bound) {
        return R"({"purchases": {"where": [{"item": "category", "is": "in", "values": ["SHOES"]}]}, )" + bound + "}";
    };
    EXPECT_TRUE(evaluate(of_shoes(R"("amount": {"equals": 40})")).holds);
    EXPECT_TRUE(evaluate(of_shoes(R"("units": {"equals": 2})")).holds);
    EXPECT_TRUE(evaluate(of_shoes(R"("count": {"equals": 2})")).holds);
    EXPECT_TRUE(evaluate(R"({"purchases": {}, "amount": {"equals": 80}})").holds);
    EXPECT_TRUE(evaluate(R"({"purchases": {"within": {"to": "2020-01-01"}}, "amount": {"atMost": 0}})").holds);
}

TEST_F(EvaluateTest, AddsUpExactlyWhatOneNumberDoesNotHold) {
    constexpr std::int64_t most = 99'999'999'999'999;
    buy("2026-11-01T10:00:00Z", 1, {20, item("Shoes", most, 1)});
    const auto of_shoes = [](const std::string& within, const std::string& bound) {
        return R"({"purchases": {)" + within + R"("where": [{"item": "category", "is": "in", "values": ["Shoes"]}]},
                "amount": )" +
               bound + "}";
    };
    const auto all = evaluate(of_shoes("", R"({"atLeast": 99999999999999})"), Explain::Yes);
    EXPECT_TRUE(all.holds);
    EXPECT_EQ(all.because.at(0).value, "1999999999999980");
    const auto lately = evaluate(of_shoes(R"("within": {"last": "P30D"}, )", R"({"atMost": 0})"));
    EXPECT_FALSE(lately.holds);
    EXPECT_EQ(lately.changes_at->text(), "2026-12-01T10:00:00.000Z");
}

TEST_F(EvaluateTest, ReadsOnlyAsManyRowsAsDecide) {
    for (int day = 10; day < 17; ++day) { buy("2026-11-" + std::to_string(day) + "T10:00:00Z", 1); }
    EXPECT_TRUE(evaluate(R"({"purchases": {}, "count": {"atLeast": 2}})").holds);
    EXPECT_LE(std::exchange(facts.rows, 0), 3);
    EXPECT_FALSE(evaluate(R"({"all": [{"purchases": {}}, {"field": "_name", "is": "isSet"}]})").holds);
    EXPECT_EQ(std::exchange(facts.rows, 0), 0);
    EXPECT_TRUE(evaluate(R"({"any": [{"purchases": {}}, {"field": "_name", "is": "isNotSet"}]})").holds);
    EXPECT_EQ(facts.rows, 0);
}

TEST_F(EvaluateTest, SaysWhenThereIsMoreHistoryThanItReads) {
    Activity activity{.id = {1}, .contact = {}, .kind = ActivityKind::Login, .at = moment("2026-11-01T00:00:00Z")};
    for (std::int64_t number = 0; number <= filter_history_rows_max; ++number) {
        facts.facts.activities.push_back(activity);
    }
    EXPECT_TRUE(evaluate(R"({"activity": "login", "count": {"atLeast": 20000}})").is_cut);
    EXPECT_FALSE(evaluate(R"({"activity": "login", "count": {"atLeast": 20}})").is_cut);
    // The bound is of all tests together, and rows of other kinds are read, too.
    EXPECT_TRUE(evaluate(R"({"activity": "search"})").is_cut);
    EXPECT_TRUE(evaluate(R"({"all": [{"activity": "login", "count": {"atLeast": 6000}},
                                     {"activity": "login", "count": {"atLeast": 6000}}]})")
                    .is_cut);
}

TEST_F(EvaluateTest, AnAnswerStaysUntilTheLastOfThePartsThatDecideItHasChanged) {
    facts.facts.person.birthdate = moment("1990-12-24T00:00:00Z");
    facts.facts.person.created_at = moment("2026-11-16T12:00:00Z");
    const std::string birthday = R"({"field": "_birthdate", "is": "anniversaryInNext", "period": "P7D"})";
    const std::string is_new = R"({"field": "_createdAt", "is": "inLast", "period": "P2D"})";
    const auto all = evaluate(R"({"all": [)" + birthday + "," + is_new + "]}");
    EXPECT_FALSE(all.holds);
    EXPECT_EQ(all.changes_at->text(), "2026-12-16T23:00:00.000Z");  // Midnight in Madrid.
    const auto any = evaluate(R"({"any": [)" + birthday + "," + is_new + "]}");
    EXPECT_TRUE(any.holds);
    EXPECT_EQ(any.changes_at->text(), "2026-11-18T12:00:00.000Z");
    const auto never = evaluate(R"({"all": [)" + birthday + R"(, {"field": "_name", "is": "isSet"}]})");
    EXPECT_FALSE(never.changes_at);
}

TEST_F(EvaluateTest, AnniversariesBeginAYearAfterTheDay) {
    const std::string today = R"({"field": "_createdAt", "is": "anniversaryInNext", "period": "P0D"})";
    facts.facts.person.created_at = moment("2026-11-17T08:00:00Z");
    const auto itself = evaluate(today);
    EXPECT_FALSE(itself.holds);
    EXPECT_EQ(itself.changes_at->text(), "2027-11-16T23:00:00.000Z");
    facts.facts.person.created_at = moment("2024-11-17T08:00:00Z");
    EXPECT_TRUE(evaluate(today).holds);
    EXPECT_EQ(evaluate(today).changes_at->text(), "2026-11-17T23:00:00.000Z");
}

TEST_F(EvaluateTest, TellsWhichTestsDecidedAndWhatTheySaw) {
    facts.facts.person.name = "Ada";
    facts.facts.segments = {SampleFilterNames::segment.number};
    buy("2026-11-10T10:00:00Z", 10);
    const auto evaluation = evaluate(
        R"({"all": [{"field": "_name", "is": "equals", "value": "ada"}, {"not": {"segment": "$segment"}},
            {"purchases": {}}]})",
        Explain::Yes);
    EXPECT_FALSE(evaluation.holds);
    ASSERT_EQ(evaluation.because.size(), 1U);
    EXPECT_EQ(evaluation.because[0].value, "true");
    EXPECT_TRUE(std::holds_alternative<SegmentTest>(*evaluation.because[0].test));
    const auto both = evaluate(R"({"all": [{"field": "_name", "is": "isSet"}, {"purchases": {}}]})", Explain::Yes);
    ASSERT_EQ(both.because.size(), 2U);
    EXPECT_EQ(both.because[0].value, R"("Ada")");
    EXPECT_EQ(both.because[1].value, "1");
}

TEST_F(EvaluateTest, TellsHowMuchThereIsAndNotHowMuchDecided) {
    for (int day = 10; day < 17; ++day) { buy("2026-11-" + std::to_string(day) + "T10:00:00Z", 1); }
    buy("2026-11-18T10:00:00Z", 1);
    const auto seen = [&](const std::string& json) {
        const auto evaluation = evaluate(json, Explain::Yes);
        return evaluation.because.at(0).value + (evaluation.holds ? " holds" : " does not");
    };
    EXPECT_EQ(seen(R"({"purchases": {}})"), "7 holds");
    EXPECT_EQ(seen(R"({"purchases": {}, "count": {"atMost": 2}})"), "7 does not");
    EXPECT_EQ(seen(R"({"purchases": {"within": {"last": "P4D"}}})"), "3 holds");
    EXPECT_EQ(seen(R"({"activity": "login", "count": {"equals": 0}})"), "0 holds");
    // What is read for that takes nothing from the tests behind it.
    Activity login{.id = {1}, .contact = {}, .kind = ActivityKind::Login, .at = moment("2026-11-01T00:00:00Z")};
    facts.facts.activities.assign(filter_history_rows_max, login);
    const auto both = evaluate(R"({"all": [{"activity": "login"}, {"purchases": {}}]})", Explain::Yes);
    EXPECT_TRUE(both.holds);
    EXPECT_FALSE(both.is_cut);
    EXPECT_EQ(both.because.at(0).value, std::to_string(filter_history_rows_max));
    EXPECT_EQ(both.because.at(1).value, "7");
}

}  // namespace
}  // namespace tradewind::domain::evaluate_test
