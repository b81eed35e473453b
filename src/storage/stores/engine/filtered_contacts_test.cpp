#include "storage/stores/engine/filtered_contacts.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "base/json.h"
#include "domain/contacts/contact_members.h"
#include "domain/filters/evaluate.h"
#include "domain/filters/filter_value.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/memory_facts.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/sample_filter_names.h"
#include "domain/filters/write_filter.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage::filtered_contacts_test {
namespace {

using domain::Contact;
using domain::Filter;
using domain::FilterOperator;
using domain::ValueKind;

constexpr FilteredContacts::Bounds no_bounds{
    .looked_at_max = 1'000'000, .found_max = 1'000'000, .bytes_max = std::size_t{1} << 30};
constexpr base::Instant now{1'700'000'000'000};
constexpr std::int64_t hour = 3'600'000;

class FilteredContactsTest : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto run(Work work) {
        using Value = std::invoke_result_t<Work&, Transaction&>;
        return write_and_wait(*database,
                              [&](Transaction& transaction) { return base::Result<Value>(work(transaction)); })
            .take();
    }
    void insert(const std::vector<Contact>& contacts) {
        run([&](Transaction& transaction) {
            for (const auto& contact : contacts) {
                insert_contact(transaction, contact);
                update_contact_totals(transaction, contact);
            }
            return true;
        });
    }
    Filter parse(const std::string& json) const {
        const auto document = base::JsonDocument::parse(json).take();
        auto filter = domain::parse_filter(document.root(), sample.names(), "");
        EXPECT_TRUE(filter.ok()) << json;
        return std::move(filter).take();
    }

    struct Found {
        std::vector<Contact> contacts;
        std::int64_t looked_at;
        std::int64_t last;
    };
    Found walk(const FilteredContacts& filtered, std::int64_t after = 0,
               const FilteredContacts::Bounds& bounds = no_bounds, std::size_t enough = 1'000'000) {
        return run([&](Transaction& transaction) {
            Found found;
            const auto looked_at = filtered.walk(transaction, {after}, bounds, [&](const Contact& contact) {
                found.contacts.push_back(contact);
                return found.contacts.size() < enough;
            });
            found.looked_at = looked_at.count;
            found.last = looked_at.last.number;
            return found;
        });
    }
    // The ids of those found, how many were looked at, and where it ended.
    using Numbers = std::vector<std::int64_t>;
    using Told = std::tuple<Numbers, std::int64_t, std::int64_t>;
    Told told(const FilteredContacts& filtered, std::int64_t after = 0,
              const FilteredContacts::Bounds& bounds = no_bounds, std::size_t enough = 1'000'000) {
        const auto found = walk(filtered, after, bounds, enough);
        Numbers ids;
        for (const auto& contact : found.contacts) { ids.push_back(contact.id.number); }
        return {ids, found.looked_at, found.last};
    }

    const domain::SampleFilterNames sample;
    const base::TimeZone zone = base::TimeZone::load("Europe/Madrid").take();
    TestDatabase database{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Engines, FilteredContactsTest, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

// Contacts 10, 20 and so on, with as many points.
std::vector<Contact> ten_contacts() {
    std::vector<Contact> contacts;
    for (std::int64_t number = 10; number <= 100; number += 10) {
        auto& contact = contacts.emplace_back();
        contact.id = {number};
        contact.email = "c" + std::to_string(number) + "@example.org";
        contact.points = number;
        contact.name = "Ada";
        contact.custom = {{.number = 14, .json = std::to_string(number)}};
    }
    return contacts;
}

TEST_P(FilteredContactsTest, GoOnPartByPart) {
    insert(ten_contacts());
    const auto filter = parse(R"({"field": "_points", "is": "atLeast", "value": 50})");
    const FilteredContacts filtered(filter, zone);
    EXPECT_EQ(told(filtered), Told({50, 60, 70, 80, 90, 100}, 10, 100));
    auto bounds = no_bounds;
    bounds.looked_at_max = 4;
    EXPECT_EQ(told(filtered, 0, bounds), Told({}, 4, 40)) << "nobody, and yet there are more";
    EXPECT_EQ(told(filtered, 40, bounds), Told({50, 60, 70, 80}, 4, 80));
    EXPECT_EQ(told(filtered, 80, bounds), Told({90, 100}, 2, 100));
    EXPECT_EQ(told(filtered, 100, bounds), Told({}, 0, 100)) << "the end";
    bounds = no_bounds;
    bounds.found_max = 2;
    EXPECT_EQ(told(filtered, 0, bounds), Told({50, 60}, 6, 60));
    EXPECT_EQ(told(filtered, 60, no_bounds, 1), Told({70}, 1, 70)) << "enough was seen";
}

TEST_P(FilteredContactsTest, EndWhenTheirValuesAreMany) {
    insert(ten_contacts());
    const auto filter = parse(R"({"field": "pets", "is": "atLeast", "value": 1})");
    auto bounds = no_bounds;
    bounds.bytes_max = 1;
    EXPECT_EQ(told(FilteredContacts(filter, zone), 0, bounds), Told({10}, 1, 10));
}

TEST_P(FilteredContactsTest, AreNobodyWhereThereIsNobody) {
    EXPECT_EQ(told(FilteredContacts(parse(R"({"field": "_points", "is": "atLeast", "value": 1})"), zone)),
              Told({}, 0, 0));
}

TEST_P(FilteredContactsTest, AreReadAsFarAsTheRestAsksForIt) {
    insert(ten_contacts());
    const auto members = [&](const std::string& json) {
        const auto contact = walk(FilteredContacts(parse(json), zone)).contacts.front();
        std::set<std::string> read;
        if (contact.email) { read.insert("email"); }
        if (contact.name) { read.insert("name"); }
        if (contact.points != 0) { read.insert("points"); }
        if (!contact.custom.empty()) { read.insert("custom"); }
        return read;
    };
    using Read = std::set<std::string>;
    EXPECT_EQ(members(R"({"field": "_points", "is": "atLeast", "value": 1})"), Read());
    EXPECT_EQ(members(R"({"not": {"purchases": {}}})"), Read());
    EXPECT_EQ(members(R"({"field": "_name", "is": "equals", "value": "ada"})"), Read({"name"}));
    EXPECT_EQ(members(R"({"any": [{"field": "pets", "is": "isSet"}, {"field": "_name", "is": "isSet"}]})"),
              Read({"custom", "name"}));
    EXPECT_EQ(members(R"({"field": "_averagePurchasesAmount", "is": "atMost", "value": 1})"),
              Read({"email", "name", "points", "custom"}))
        << "whatever it follows from";
}

struct SaidCase {
    const char* filter;
    const char* rest;  // Empty: everything is said.
};

TEST_P(FilteredContactsTest, TheDatabaseIsAskedWhatItAnswersExactly) {
    constexpr SaidCase cases[]{
        {R"({"field": "_points", "is": "between", "from": 1, "to": 2})", ""},
        {R"({"field": "_email", "is": "endsWith", "value": "example.org"})", ""},
        {R"({"field": "_newsletterSubscriptionStatus", "is": "notIn", "values": ["unsubscribed"]})", ""},
        {R"({"field": "_externalId", "is": "contains", "value": "x"})", ""},
        {R"({"field": "_hasPushSubscriptions", "is": "isTrue"})", ""},
        {R"({"field": "_createdAt", "is": "between", "from": "2023-01-01", "to": "2023-01-02"})", ""},
        {R"({"field": "_clv", "is": "atLeast", "value": 1.5})", ""},
        {R"({"field": "_name", "is": "isSet"})", ""},
        {R"({"any": [{"field": "_points", "is": "atLeast", "value": 1}, {"not": {"field": "_name", "is": "isSet"}}]})",
         ""},
        {R"({"all": [{"all": [{"field": "_points", "is": "atLeast", "value": 1}, {"purchases": {}}]},
                     {"field": "_email", "is": "isSet"}]})",
         R"({"all":[{"purchases":{}}]})"},
        {R"({"field": "_name", "is": "equals", "value": "ada"})",
         R"({"all":[{"field":"_name","is":"equals","value":"ada"}]})"},
        {R"({"field": "_birthdate", "is": "inLast", "period": "P1D"})",
         R"({"all":[{"field":"_birthdate","is":"inLast","period":"P1D"}]})"},
        {R"({"any": [{"field": "_points", "is": "atLeast", "value": 1}, {"purchases": {}}]})",
         R"({"all":[{"any":[{"field":"_points","is":"atLeast","value":1},{"purchases":{}}]}]})"},
        {R"({"field": "pets", "is": "atLeast", "value": 1})", R"({"all":[{"field":"pets","is":"atLeast","value":1}]})"},
    };
    for (const auto& one : cases) {
        const FilteredContacts filtered(parse(one.filter), zone);
        const auto rest = filtered.rest()
                              ? domain::filter_json(*filtered.rest(), sample.names(), domain::FilterForm::Shown)
                              : std::string();
        EXPECT_EQ(rest, one.rest) << one.filter;
    }
}

TEST_P(FilteredContactsTest, WhatHasTooManyValuesIsLeftToTheProgram) {
    insert(ten_contacts());
    std::string values;
    for (std::size_t number = 0; number < FilterCondition::values_max; ++number) {
        values += (number == 0 ? "\"" : ", \"") + std::string("c") + std::to_string(number) + "@example.org\"";
    }
    const auto filter = parse(R"({"all": [{"field": "_email", "is": "in", "values": [)" + values +
                              R"(]}, {"field": "_points", "is": "atLeast", "value": 20}]})");
    const FilteredContacts filtered(filter, zone);
    ASSERT_TRUE(filtered.rest());
    EXPECT_EQ(filtered.rest()->parts, std::vector{filter.parts.back()});
    EXPECT_EQ(walk(filtered).contacts.size(), 10U);
}

// Filters and contacts by chance.
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : random_(seed) {}

    bool one_in(int cases) { return number(0, cases - 1) == 0; }
    std::int64_t number(std::int64_t from, std::int64_t to) {
        return std::uniform_int_distribution<std::int64_t>(from, to)(random_);
    }
    template <class List>
    auto& one_of(List& list) {
        return list[static_cast<std::size_t>(number(0, static_cast<std::int64_t>(std::size(list)) - 1))];
    }

  private:
    std::mt19937_64 random_;
};

constexpr const char* texts[]{"",       "Ada",   "ada",  "ÁDA", "a%b", "a_b",        "axb",
                              "a\\b",   "x",     "+346", "org", "ORG", "subscribed", "unsubscribed",
                              "active", "ada_a", "ß",    "'",   "3",   "champions",  "a%B@Example.ORG"};

base::Instant any_moment(Chance& chance) {
    return {now.milliseconds + chance.number(-4, 4) * 12 * hour};
}

Contact any_contact(Chance& chance, std::int64_t number) {
    Contact contact;
    for (const auto& member : domain::contact_members()) {
        std::visit(
            [&](const auto& place) {
                using Place = std::decay_t<decltype(place)>;
                if constexpr (std::is_same_v<Place, domain::ContactMember::Nullable>) {
                    if (!chance.one_in(3)) { contact.*place.member = base::Decimal{chance.number(-2, 2) * 5'000}; }
                } else if constexpr (std::is_same_v<Place, std::optional<std::string> Contact::*> ||
                                     std::is_same_v<Place, std::string Contact::*>) {
                    if (!chance.one_in(3)) { contact.*place = chance.one_of(texts); }
                } else if constexpr (std::is_same_v<Place, std::optional<base::Instant> Contact::*> ||
                                     std::is_same_v<Place, base::Instant Contact::*>) {
                    if (!chance.one_in(3)) { contact.*place = any_moment(chance); }
                } else if constexpr (std::is_same_v<Place, std::int64_t Contact::*>) {
                    contact.*place = chance.number(-2, 2);
                } else if constexpr (std::is_same_v<Place, bool Contact::*>) {
                    contact.*place = chance.one_in(2);
                } else if constexpr (std::is_same_v<Place, base::Decimal Contact::*>) {
                    contact.*place = base::Decimal{chance.number(-2, 2) * 5'000};
                } else if constexpr (std::is_same_v<Place, domain::ContactMember::Score>) {
                    if (!chance.one_in(3)) { contact.*place = chance.number(1, 5); }
                }
            },
            member.place);
    }
    contact.id = {number * 10};
    // These are one person's alone.
    if (contact.email) { *contact.email += "+" + std::to_string(number) + "@Example.org"; }
    if (contact.external_id) { *contact.external_id += "x" + std::to_string(number); }
    if (chance.one_in(2)) { contact.custom = {{.number = 14, .json = std::to_string(chance.number(0, 3))}}; }
    return contact;
}

class AnyFilter {
  public:
    AnyFilter(Chance& chance, const domain::ContactFieldList& fields) : chance_(chance), fields_(fields) {}

    Filter make(int levels) {
        if (levels == 0 || chance_.one_in(3)) { return {.kind = Filter::Kind::Test, .test = test()}; }
        constexpr Filter::Kind kinds[]{Filter::Kind::All, Filter::Kind::All, Filter::Kind::Any, Filter::Kind::Not};
        Filter filter{.kind = chance_.one_of(kinds)};
        const auto parts = filter.kind == Filter::Kind::Not ? 1 : chance_.number(1, 3);
        for (std::int64_t part = 0; part < parts; ++part) { filter.parts.push_back(make(levels - 1)); }
        return filter;
    }

  private:
    domain::FilterTest test() {
        if (chance_.one_in(12)) {
            domain::HistoryTest history;
            history.bound.number = chance_.number(0, 1);
            history.bound.is = domain::Bound::Is::AtMost;
            return history;
        }
        if (chance_.one_in(12)) { return domain::SegmentTest{domain::SampleFilterNames::segment}; }
        const auto& field = chance_.one_of(fields_.all());
        domain::FieldTest test{.field = field.custom ? "f" + std::to_string(field.number) : field.id,
                               .number = field.number};
        test.test.kind = domain::value_kind_of(field);
        const auto operators = domain::operators_of(test.test.kind);
        test.test.is = chance_.one_of(operators);
        add_operands(test.test);
        return test;
    }
    void add_operands(domain::ValueTest& test) {
        const auto values = domain::rule_of(test.is).operand == domain::OperandShape::Values ? chance_.number(1, 3) : 1;
        while (std::ssize(test.keys) < values) {
            const auto key = domain::comparable(test.kind, chance_.one_of(texts));
            if (key.empty()) { continue; }
            test.keys.push_back(key);
            test.texts.push_back(key);
        }
        const auto from = chance_.number(-2, 1);
        const auto to = from + chance_.number(0, 2);
        if (test.kind == ValueKind::Integer) {
            test.from = from;
            test.to = to;
        } else {
            test.from = base::Decimal{from * 5'000};
            test.to = base::Decimal{to * 5'000};
        }
        test.date_from = {.at = any_moment(chance_)};
        test.date_to = {.at = any_moment(chance_)};
        if (chance_.one_in(2)) {
            test.date_to = {.at = {now.milliseconds - now.milliseconds % (24 * hour)}, .is_day = true};
        }
        test.period = {.days = static_cast<int>(chance_.number(1, 2))};
    }

    Chance& chance_;
    const domain::ContactFieldList& fields_;
};

TEST_P(FilteredContactsTest, NobodyIsLeftOutForWhomTheFilterHoldsOrWillByTime) {
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Chance chance(seed);
    const domain::ContactFieldList fields(domain::SampleFilterNames::custom_fields(), "34");
    std::map<std::int64_t, Contact> contacts;
    std::vector<Contact> inserted;
    for (std::int64_t number = 1; number <= 60; ++number) {
        inserted.push_back(any_contact(chance, number));
        contacts[number * 10] = inserted.back();
    }
    insert(inserted);
    const auto evaluate = [&](const Filter& filter, const Contact& contact, base::Instant at) {
        domain::MemoryFacts facts;
        facts.person = contact;
        if (contact.id.number % 20 == 0) { facts.segments.insert(domain::SampleFilterNames::segment.number); }
        return domain::evaluate(filter, facts, fields, {.now = at, .zone = zone});
    };
    // Whether the answer is this one now and for some years, or until then. What `changes_at` tells may come to
    // nothing.
    const auto stays = [&](const Filter& filter, const Contact& contact, bool holds,
                           std::optional<base::Instant> until) {
        auto at = now;
        for (int changes = 0; changes < 20; ++changes) {
            const auto evaluation = evaluate(filter, contact, at);
            if (evaluation.holds != holds) { return false; }
            if (!evaluation.changes_at || (until && *evaluation.changes_at >= *until)) { return true; }
            at = *evaluation.changes_at;
        }
        return true;
    };
    int said = 0;
    for (int round = 0; round < 400 && !HasFailure(); ++round) {
        const auto filter = AnyFilter(chance, fields).make(3);
        SCOPED_TRACE(domain::filter_json(filter, sample.names(), domain::FilterForm::Stored));
        const FilteredContacts filtered(filter, zone);
        said += filtered.rest() ? 0 : 1;
        std::map<std::int64_t, Contact> found;
        for (auto& contact : walk(filtered).contacts) { found[contact.id.number] = contact; }
        for (const auto& [number, contact] : contacts) {
            const auto place = found.find(number);
            if (place == found.end()) {
                EXPECT_TRUE(stays(filter, contact, false, {})) << number << " is left out";
            } else if (!filtered.rest()) {
                EXPECT_TRUE(stays(filter, contact, true, {})) << number << " is found";
            } else {
                const auto rest = evaluate(*filtered.rest(), place->second, now);
                EXPECT_TRUE(stays(filter, contact, rest.holds, rest.changes_at)) << number << " is evaluated";
            }
        }
    }
    EXPECT_GT(said, 40) << "many are said as a whole";
}

}  // namespace
}  // namespace tradewind::storage::filtered_contacts_test
