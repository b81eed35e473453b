#include "domain/filters/filter_vocabulary.h"

#include <gtest/gtest.h>

#include <map>

#include "base/json.h"
#include "domain/filters/sample_filter_names.h"

namespace tradewind::domain::filter_vocabulary_test {
namespace {

std::string words_of(ValueKind kind) {
    std::string words;
    for (const auto is : operators_of(kind)) {
        words += std::string(words.empty() ? "" : " ") + std::string(word_of(is));
    }
    return words;
}

TEST(FilterVocabulary, HasTheOperatorsOfEachKind) {
    const std::string texts = "isSet isNotSet equals notEquals in notIn contains startsWith endsWith";
    const std::string numbers = "isSet isNotSet equals notEquals atLeast atMost between";
    const std::map<ValueKind, std::string> cases{
        {ValueKind::Text, texts},
        {ValueKind::Identifier, texts},
        {ValueKind::Email, texts},
        {ValueKind::Phone, texts},
        {ValueKind::Texts, texts},
        {ValueKind::Integer, numbers},
        {ValueKind::Decimal, numbers},
        {ValueKind::Date, "isSet isNotSet between before after inLast notInLast inNext anniversaryInNext"},
        {ValueKind::Boolean, "isSet isNotSet isTrue isFalse"},
        {ValueKind::Radio, "isSet isNotSet in notIn"},
        {ValueKind::Checkbox, "isSet isNotSet hasAny hasAll hasNone"},
    };
    EXPECT_EQ(cases.size(), value_kind_words.size());
    for (const auto& [kind, words] : cases) { EXPECT_EQ(words_of(kind), words) << word_of(kind); }
}

TEST(FilterVocabulary, FindsAnOperatorByItsWordAndKind) {
    EXPECT_EQ(find_operator(ValueKind::Radio, "in")->is, FilterOperator::In);
    EXPECT_EQ(find_operator(ValueKind::Radio, "equals"), nullptr);
    EXPECT_EQ(find_operator(ValueKind::Text, "like"), nullptr);
}

TEST(FilterVocabulary, OnlyNegativeOperatorsFitWhatIsMissing) {
    std::string words;
    for (std::size_t index = 0; index <= static_cast<std::size_t>(FilterOperator::HasNone); ++index) {
        const auto& rule = rule_of(static_cast<FilterOperator>(index));
        EXPECT_EQ(static_cast<std::size_t>(rule.is), index) << "the table is in the order of the enum";
        if (rule.fits_missing) { words += std::string(rule.word) + " "; }
    }
    EXPECT_EQ(words, "isNotSet notEquals notIn notInLast hasNone ");
}

TEST(FilterVocabulary, ComparesExternalIdsOfContactsByteForByte) {
    const SampleFilterNames store;
    EXPECT_EQ(value_kind_of(*store.names().fields.find("_externalId")), ValueKind::Identifier);
    EXPECT_EQ(value_kind_of(*store.names().fields.find("_name")), ValueKind::Text);
    EXPECT_EQ(value_kind_of(store.names().events.types().front()->fields[1]), ValueKind::Text)
        << "a field of an event type may have the same id";
}

TEST(FilterVocabulary, TellsPropertiesOfItemsAndPurchasesApart) {
    EXPECT_EQ(find_purchase_property(WhereTest::On::Item, "category")->kind, ValueKind::Texts);
    EXPECT_EQ(find_purchase_property(WhereTest::On::Purchase, "category"), nullptr);
    EXPECT_EQ(find_purchase_property(WhereTest::On::Purchase, "sourceType")->words.size(), 5U);
    EXPECT_EQ(find_purchase_property(WhereTest::On::Item, "price"), nullptr);
}

class WrittenFilterVocabulary : public testing::Test {
  protected:
    // One value of it, by the names of members and the numbers of elements.
    [[nodiscard]] std::string at(const std::string& pointer) const {
        std::optional<base::JsonValue> value = document_.root();
        std::size_t begin = 1;
        while (value && begin <= pointer.size()) {
            const auto end = std::min(pointer.find('/', begin), pointer.size());
            const auto part = pointer.substr(begin, end - begin);
            if (value->kind() == base::JsonKind::Array) {
                value = *std::next(value->elements().begin(), std::stol(part));
            } else {
                value = value->find(part);
            }
            begin = end + 1;
        }
        if (!value) { return "nothing"; }
        std::string json;
        base::JsonWriter writer(json);
        base::write_json(writer, *value);
        return json;
    }

  private:
    static base::JsonDocument read() {
        const SampleFilterNames store;
        std::string json;
        base::JsonWriter writer(json);
        write_filter_vocabulary(writer, store.names(), {{SampleFilterNames::segment, "Regulars"}});
        return base::JsonDocument::parse(json).take();
    }

    base::JsonDocument document_ = read();
};

TEST_F(WrittenFilterVocabulary, HasWhatFormsAreBuiltOf) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"/kinds/5/kind", R"("decimal")"},
        {"/kinds/5/operators/6", R"({"is":"between","operands":["from","to"],"fitsMissing":false})"},
        {"/kinds/6/operators/6", R"({"is":"notInLast","operands":["period"],"fitsMissing":true})"},
        {"/fields/0", R"({"id":"_email","name":"E-mail","kind":"email"})"},
        {"/fields/1/kind", R"("identifier")"},
        {"/fields/41",
         R"({"id":"size","name":"Size","kind":"radio","options":[{"id":"s","label":"Small"},{"id":"l","label":"Large"}]})"},
        {"/purchaseProperties/3", R"({"name":"category","on":"item","kind":"texts"})"},
        {"/purchaseProperties/5",
         R"({"name":"sourceType","on":"purchase","kind":"identifier","words":["marketplace","digital-store",)"
         R"("point-of-sale","third-party","other"]})"},
        {"/events/0/alias", R"("cart-updated")"},
        {"/events/0/fields/0", R"({"id":"total","name":"Total","kind":"decimal"})"},
        {"/activities/20", R"({"kind":"coupon-assigned","subject":"couponSetId"})"},
        {"/activities/23", R"({"kind":"email-opened","subject":"workflowId"})"},
        {"/activities/6", R"({"kind":"login"})"},
        {"/measures", R"({"purchases":["count","amount","units"],"event":["count"],"activity":["count"]})"},
        {"/bounds", R"(["atLeast","atMost","equals"])"},
        {"/within", R"([["last"],["from","to"]])"},
        {"/segments", R"([{"id":")" + SampleFilterNames::segment.text() + R"(","name":"Regulars"}])"},
        {"/limits", R"({"levels":8,"tests":200,"values":500,"where":20,"textCharacters":10000,"historyRows":10000})"},
    };
    for (const auto& [pointer, json] : cases) { EXPECT_EQ(at(pointer), json) << pointer; }
}

}  // namespace
}  // namespace tradewind::domain::filter_vocabulary_test
