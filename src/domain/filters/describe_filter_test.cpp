#include "domain/filters/describe_filter.h"

#include <gtest/gtest.h>

#include <set>

#include "base/json.h"
#include "domain/filters/filter_phrases.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/sample_filter_names.h"

namespace tradewind::domain::describe_filter_test {
namespace {

struct Described {
    std::string json;
    std::string english;
    std::string spanish;
};

Filter parse(const std::string& json) {
    const SampleFilterNames store;
    const auto document = base::JsonDocument::parse(SampleFilterNames::with_ids(json)).take();
    return parse_filter(document.root(), store.names(), "").value();
}

class DescribeFilter : public testing::TestWithParam<Described> {};

TEST_P(DescribeFilter, InBothLanguages) {
    const SampleFilterNames store;
    const auto filter = parse(GetParam().json);
    EXPECT_EQ(describe_filter(filter, store.names(), Language::English), GetParam().english);
    EXPECT_EQ(describe_filter(filter, store.names(), Language::Spanish), GetParam().spanish);
}

const std::vector<Described> operator_rows{
    {R"({"field": "hobby", "is": "isSet"})", "Hobby is set", "Hobby tiene valor"},
    {R"({"field": "hobby", "is": "isNotSet"})", "Hobby is not set", "Hobby no tiene valor"},
    {R"({"field": "hobby", "is": "equals", "value": "Golf"})", "Hobby is Golf", "Hobby es Golf"},
    {R"({"field": "pets", "is": "notEquals", "value": 2})", "Pets is not 2", "Pets no es 2"},
    {R"({"field": "size", "is": "in", "values": ["s", "l"]})", "Size is Small or Large", "Size es Small o Large"},
    {R"({"field": "size", "is": "notIn", "values": ["s"]})", "Size is not Small", "Size no es Small"},
    {R"({"field": "hobby", "is": "contains", "value": "ol"})", "Hobby contains ol", "Hobby contiene ol"},
    {R"({"field": "hobby", "is": "startsWith", "value": "Go"})", "Hobby starts with Go", "Hobby empieza por Go"},
    {R"({"field": "hobby", "is": "endsWith", "value": "lf"})", "Hobby ends with lf", "Hobby termina en lf"},
    {R"({"field": "height", "is": "atLeast", "value": 1.8})", "Height is at least 1.8", "Height es al menos 1.8"},
    {R"({"field": "pets", "is": "atMost", "value": 3})", "Pets is at most 3", "Pets es como máximo 3"},
    {R"({"field": "pets", "is": "between", "from": 1, "to": 3})", "Pets is between 1 and 3", "Pets está entre 1 y 3"},
    {R"({"field": "wedding", "is": "between", "from": "2024-01-01", "to": "2024-12-31T10:30:00Z"})",
     "Wedding day is between 2024-01-01 and 2024-12-31 10:30 UTC",
     "Wedding day está entre 2024-01-01 y 2024-12-31 10:30 UTC"},
    {R"({"field": "wedding", "is": "before", "value": "2024-01-01"})", "Wedding day is before 2024-01-01",
     "Wedding day es anterior a 2024-01-01"},
    {R"({"field": "wedding", "is": "after", "value": "2024-01-01T10:30:05Z"})",
     "Wedding day is after 2024-01-01 10:30:05 UTC", "Wedding day es posterior a 2024-01-01 10:30:05 UTC"},
    {R"({"field": "wedding", "is": "inLast", "period": "P90D"})", "Wedding day is in the last 90 days",
     "Wedding day está en los últimos 90 días"},
    {R"({"field": "wedding", "is": "notInLast", "period": "P1M"})", "Wedding day is not in the last month",
     "Wedding day no está en el último mes"},
    {R"({"field": "wedding", "is": "inNext", "period": "PT2H"})", "Wedding day is in the next 2 hours",
     "Wedding day está en las próximas 2 horas"},
    {R"({"field": "wedding", "is": "inNext", "period": "P1Y2M"})", "Wedding day is in the next 1 year and 2 months",
     "Wedding day está en el próximo período de 1 año y 2 meses"},
    {R"({"field": "wedding", "is": "anniversaryInNext", "period": "P7D"})",
     "Wedding day has its anniversary in the next 7 days", "Wedding day cumple su aniversario en los próximos 7 días"},
    {R"({"field": "wedding", "is": "anniversaryInNext", "period": "P0D"})", "Wedding day has its anniversary today",
     "Wedding day cumple su aniversario hoy"},
    {R"({"field": "vip", "is": "isTrue"})", "VIP is true", "VIP es verdadero"},
    {R"({"field": "vip", "is": "isFalse"})", "VIP is false", "VIP es falso"},
    {R"({"field": "colours", "is": "hasAny", "values": ["red", "green", "blue"]})", "Colours has Red, Green or Blue",
     "Colours tiene Red, Green o Blue"},
    {R"({"field": "colours", "is": "hasAll", "values": ["red", "blue"]})", "Colours has Red and Blue",
     "Colours tiene Red y Blue"},
    {R"({"field": "colours", "is": "hasNone", "values": ["red", "blue"]})", "Colours does not have Red or Blue",
     "Colours no tiene Red ni Blue"},
    {R"({"field": "size", "is": "notIn", "values": ["s", "l"]})", "Size is not Small or Large",
     "Size no es Small ni Large"},
    // In Spanish, "o" and "y" give way to a word that begins with their own sound.
    {R"({"field": "hobby", "is": "in", "values": ["Arte", "Ópera"]})", "Hobby is Arte or Ópera",
     "Hobby es Arte u Ópera"},
    {R"({"field": "hobby", "is": "in", "values": ["Ópera", "Hotel", "11"]})", "Hobby is Ópera, Hotel or 11",
     "Hobby es Ópera, Hotel u 11"},
    {R"({"field": "hobby", "is": "in", "values": ["10", "80"]})", "Hobby is 10 or 80", "Hobby es 10 u 80"},
    {R"({"field": "hobby", "is": "in", "values": ["8", "110"]})", "Hobby is 8 or 110", "Hobby es 8 o 110"},
};

INSTANTIATE_TEST_SUITE_P(Operators, DescribeFilter, testing::ValuesIn(operator_rows));

TEST(DescribeFilterRows, HaveEveryOperator) {
    std::set<FilterOperator> seen;
    for (const auto& row : operator_rows) { seen.insert(std::get<FieldTest>(parse(row.json).test).test.is); }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(FilterOperator::HasNone) + 1);
}

INSTANTIATE_TEST_SUITE_P(
    History, DescribeFilter,
    testing::Values(
        Described{R"({"purchases": {}})", "at least 1 purchase", "al menos 1 compra"},
        Described{R"({"purchases": {"within": {"last": "PT1H"}}, "count": {"equals": 0}})",
                  "exactly 0 purchases in the last hour", "exactamente 0 compras en la última hora"},
        Described{
            R"({"purchases": {"within": {"from": "2024-01-01", "to": "2024-06-30"}}, "amount": {"atMost": 99.5}})",
            "purchases worth at most 99.5 from 2024-01-01 until 2024-06-30",
            "compras por un máximo de 99.5 desde 2024-01-01 hasta 2024-06-30"},
        Described{R"({"purchases": {"within": {"from": "2024-01-01"}}})", "at least 1 purchase since 2024-01-01",
                  "al menos 1 compra desde 2024-01-01"},
        Described{R"({"purchases": {}, "units": {"atLeast": 3}})", "at least 3 units bought",
                  "al menos 3 unidades compradas"},
        Described{
            R"({"purchases": {"where": [{"item": "category", "is": "in", "values": ["Shoes", "Hats"]},
                      {"purchase": "sourceType", "is": "equals", "value": "other"},
                      {"item": "brand", "is": "isSet"}]}, "units": {"atLeast": 1}})",
            "at least 1 unit bought whose source type is other of an item whose category is Shoes or Hats and "
            "whose brand is set",
            "al menos 1 unidad comprada cuyo tipo de origen es other de un artículo cuya categoría es Shoes o Hats "
            "y cuya marca tiene valor"},
        Described{
            R"({"event": "cart-updated", "where": [{"field": "total", "is": "atLeast", "value": 50},
                      {"field": "state", "is": "in", "values": ["open"]}], "within": {"last": "PT2H"},
                      "count": {"atLeast": 2}})",
            "at least 2 events Cart updated in the last 2 hours whose Total is at least 50 and whose State is Open",
            "al menos 2 eventos Cart updated en las últimas 2 horas cuyo campo Total es al menos 50 y cuyo campo "
            "State es Open"},
        Described{R"({"activity": "email-opened", "workflowId": "$workflow", "count": {"atMost": 2}})",
                  "e-mail opened by workflow Reminder at most 2 times",
                  "correo abierto por el flujo Reminder como máximo 2 veces"},
        Described{R"({"activity": "coupon-assigned", "couponSetId": "$couponSet", "within": {"to": "2024-01-01"}})",
                  "coupon assigned of coupon set Welcome at least 1 time until 2024-01-01",
                  "cupón asignado del conjunto de cupones Welcome al menos 1 vez hasta 2024-01-01"}));

INSTANTIATE_TEST_SUITE_P(
    Groups, DescribeFilter,
    testing::Values(
        Described{
            R"({"all": [{"field": "_newsletterSubscriptionStatus", "is": "in", "values": ["subscribed"]},
                      {"purchases": {"within": {"last": "P90D"},
                                     "where": [{"item": "category", "is": "in", "values": ["Shoes"]}]},
                       "count": {"atLeast": 2}}, {"not": {"segment": "$segment"}}]})",
            "Newsletter subscription status is Subscribed, and at least 2 purchases in the last 90 days of an item "
            "whose category is Shoes, and not in segment Regulars",
            "Suscripción al boletín es Suscrito, y al menos 2 compras en los últimos 90 días de un "
            "artículo cuya categoría es Shoes, y no en el segmento Regulars"},
        Described{R"({"all": [{"any": [{"field": "vip", "is": "isTrue"}, {"segment": "$segment"}]},
                      {"not": {"all": [{"field": "hobby", "is": "isSet"}, {"field": "pets", "is": "isSet"}]}}]})",
                  "(VIP is true, or in segment Regulars), and not (Hobby is set, and Pets is set)",
                  "(VIP es verdadero, o en el segmento Regulars), y no (Hobby tiene valor, y Pets tiene valor)"},
        Described{R"({"all": [{"activity": "login"}, {"activity": "login"}, {"activity": "search"}]})",
                  "login at least 1 time, and login at least 1 time, and search at least 1 time",
                  "inicio de sesión al menos 1 vez, e inicio de sesión al menos 1 vez, y búsqueda al menos 1 vez"},
        Described{R"({"all": [{"field": "vip", "is": "isTrue"}, {"any": [{"activity": "login"},
                      {"activity": "search"}]}]})",
                  "VIP is true, and (login at least 1 time, or search at least 1 time)",
                  "VIP es verdadero, e (inicio de sesión al menos 1 vez, o búsqueda al menos 1 vez)"},
        Described{R"({"any": [{"field": "vip", "is": "isTrue"}, {"any": [{"all": [{"field": "hobby", "is": "isSet"},
                      {"field": "pets", "is": "isSet"}]}]}]})",
                  "VIP is true, or (Hobby is set, and Pets is set)",
                  "VIP es verdadero, u (Hobby tiene valor, y Pets tiene valor)"}));

TEST(DescribeFilterOfManyValues, TellsTheFirstAndHowManyMore) {
    const SampleFilterNames store;
    const std::string values = R"("a","b","c","d","e","f","g","h","i","j")";
    const auto words = [&](const std::string& list) {
        const auto filter = parse(R"({"field": "hobby", "is": "in", "values": [)" + list + "]}");
        return describe_filter(filter, store.names(), Language::English);
    };
    EXPECT_EQ(words(values), "Hobby is a, b, c, d, e, f, g, h, i or j");
    EXPECT_EQ(words(values + R"(,"k","l")"), "Hobby is a, b, c, d, e, f, g, h, i, j or 2 more");
}

TEST(DescribeFilterOfWhatIsGone, TellsWhatIsLeftOfIt) {
    const SampleFilterNames before;
    const SampleFilterNames after(std::vector<ContactField>{});
    const auto words = [&](const std::string& json) {
        return describe_filter(parse(json), after.names(), Language::English);
    };
    EXPECT_EQ(words(R"({"field": "size", "is": "in", "values": ["s"]})"), "f18 is s");
    const auto gone = read_stored_filter(SampleFilterNames::with_ids(R"({"segment": "$workflow"})"), before.names());
    EXPECT_EQ(describe_filter(gone.value(), before.names(), Language::English),
              "in segment " + SampleFilterNames::workflow.text());
}

TEST(FilterPhrases, JoinAsSpanishSoundsWant) {
    const FilterPhrase and_joint{" and ", " y "};
    const std::vector<std::pair<std::string, std::string>> cases{
        {"Inés", " e "}, {"Índice", " e "}, {"hijos", " e "}, {"Hielo", " y "}, {"hiato", " y "},
        {"Yoga", " y "}, {"Ana", " y "},    {"", " y "},      {"(", " y "},     {"Hockey", " y "},
    };
    for (const auto& [next, joint] : cases) {
        EXPECT_EQ(joint_phrase(and_joint, next, Language::Spanish), joint) << next;
        EXPECT_EQ(joint_phrase(and_joint, next, Language::English), " and ") << next;
    }
}

TEST(FilterPhrases, HaveEveryPropertyOfPurchases) {
    for (const auto& property : purchase_properties()) {
        for (const auto language : {Language::English, Language::Spanish}) {
            EXPECT_NE(property_phrase(property.name, language), property.name);
        }
    }
}

}  // namespace
}  // namespace tradewind::domain::describe_filter_test
