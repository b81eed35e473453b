#include "domain/fields/json_fields.h"

#include <gtest/gtest.h>

#include "domain/fields/contact_field.h"
#include "domain/settings/api_key.h"
#include "domain/settings/store.h"
#include "domain/shop/product.h"

namespace tradewind::domain {
namespace {

using base::Problem;

template <class Table>
auto read(const Table& table, std::string_view body, ReadMode mode) {
    const auto document = read_object(body).value();
    return read_fields(table, document.root(), mode);
}

std::vector<Problem> store_problems(std::string_view body) {
    const auto patch = read(store_fields, body, ReadMode::Merge);
    return patch ? std::vector<Problem>{} : patch.error().problems;
}

std::vector<Problem> key_problems(std::string_view body) {
    const auto patch = read(api_key_fields, body, ReadMode::Create);
    return patch ? std::vector<Problem>{} : patch.error().problems;
}

TEST(ReadObject, TakesAnEmptyArrayForAnEmptyObjectAndRefusesTheRest) {
    EXPECT_TRUE(read_object("{}"));
    EXPECT_TRUE(read_object("[]"));
    for (const std::string_view body : {"", " ", "[1]", "[[]]", "1", "\"x\"", "null", "true", "{", "{}x"}) {
        const auto refused = read_object(body);
        ASSERT_FALSE(refused) << body;
        EXPECT_EQ(refused.error().kind, base::ErrorKind::BadRequest) << body;
    }
}

TEST(ReadFields, FindsNothingInAnEmptyArray) {
    EXPECT_TRUE(read(store_fields, "[]", ReadMode::Merge).value().present.none());
    EXPECT_EQ(key_problems("[]"), key_problems("{}"));
}

TEST(ReadFields, MergesWhatIsThere) {
    const auto patch =
        read(store_fields, R"({"name":"Zapatería","allowedDomains":["A.example"],"other":1})", ReadMode::Merge).value();
    Store store;
    apply(store_fields, patch, store);
    EXPECT_EQ(store.name, "Zapatería");
    EXPECT_EQ(store.allowed_domains, std::vector<std::string>{"a.example"});
    EXPECT_EQ(store.currency, "EUR");
}

TEST(ReadFields, ClearsByNullOnlyWhereTheTableAllowsIt) {
    Store store;
    store.allowed_domains = {"a.example"};
    const auto patch = read(store_fields, R"({"allowedDomains":null})", ReadMode::Merge).value();
    apply(store_fields, patch, store);
    EXPECT_TRUE(store.allowed_domains.empty());
    EXPECT_EQ(store_problems(R"({"name":null})"), (std::vector<Problem>{{"/name", "must not be null"}}));
}

TEST(ReadFields, IgnoresReadOnlyKeys) {
    const auto patch = read(store_fields, R"({"id":5,"createdAt":null})", ReadMode::Merge).value();
    EXPECT_TRUE(patch.present.none());
}

TEST(ReadFields, ReportsEveryProblemAtOnceWithItsPath) {
    EXPECT_EQ(store_problems(R"({"name":"","currency":3,"allowedDomains":["a.example",7,"A.EXAMPLE"],"language":"x"})"),
              (std::vector<Problem>{
                  {"/name", "must not be empty"},
                  {"/currency", "must be a string"},
                  {"/language", "is not a language such as es or es-MX"},
                  {"/allowedDomains/1", "must be a string"},
                  {"/allowedDomains/2", "is repeated"},
              }));
}

TEST(ReadFields, CountsCharactersAndNotBytes) {
    std::string name;
    for (int count = 0; count < 200; ++count) { name += "ñ"; }
    EXPECT_TRUE(store_problems("{\"name\":\"" + name + "\"}").empty());
    EXPECT_EQ(store_problems("{\"name\":\"" + name + "ñ\"}"),
              (std::vector<Problem>{{"/name", "must have at most 200 characters"}}));
}

TEST(ReadFields, RefusesANulAtItsPath) {
    EXPECT_EQ(store_problems(R"({"name":"a\u0000b"})"), (std::vector<Problem>{{"/name", "must not contain U+0000"}}));
    EXPECT_EQ(store_problems(R"({"allowedDomains":["\u0000"]})"),
              (std::vector<Problem>{{"/allowedDomains/0", "must not contain U+0000"}}));
}

TEST(ReadFields, ACreateDemandsWhatIsRequiredAndTakesNullForAbsent) {
    EXPECT_EQ(key_problems("{}"), (std::vector<Problem>{{"/name", "is required"}, {"/scopes", "is required"}}));
    EXPECT_EQ(key_problems(R"({"name":null,"scopes":["admin"],"expiresAt":null})"),
              (std::vector<Problem>{{"/name", "is required"}}));
    EXPECT_EQ(key_problems(R"({"name":"x","scopes":[]})"), (std::vector<Problem>{{"/scopes", "must not be empty"}}));
    EXPECT_EQ(key_problems(R"({"name":"x","scopes":["admin","admin","root"]})"),
              (std::vector<Problem>{{"/scopes/1", "is repeated"}, {"/scopes/2", "is not a scope"}}));
    EXPECT_TRUE(key_problems(R"({"name":"x","scopes":["admin"],"expiresAt":"2030-01-01"})").empty());
    EXPECT_EQ(key_problems(R"({"name":"x","scopes":["admin"],"expiresAt":"soon"})").front().path, "/expiresAt");
    EXPECT_EQ(key_problems(R"({"name":"x","scopes":{}})"), (std::vector<Problem>{{"/scopes", "must be an array"}}));
}

std::vector<Problem> field_problems(std::string_view body) {
    const auto patch = read(contact_field_fields, body, ReadMode::Create);
    return patch ? std::vector<Problem>{} : patch.error().problems;
}

TEST(ReadFields, ReadsBooleansDecimalsTypesAndOptions) {
    const auto field =
        read(
            contact_field_fields,
            R"({"id":"f","name":"F","type":"radio","required":true,"minValue":-1.50,"options":[{"id":"a","label":"A","x":1},
                 {"id":"b","label":"A"}]})",
            ReadMode::Create)
            .value()
            .values;
    EXPECT_EQ(field.type, FieldType::Radio);
    EXPECT_TRUE(field.required);
    EXPECT_EQ(field.min_value, base::Decimal{-15'000});
    EXPECT_EQ(field.options, (std::vector<FieldOption>{{"a", "A"}, {"b", "A"}}));
    EXPECT_EQ(field_problems(R"({"id":"f","name":"F","type":"list","required":"true","minValue":"1","maxValue":1e14})"),
              (std::vector<Problem>{
                  {"/type", "is not a type of field"},
                  {"/required", "must be true or false"},
                  {"/minValue", "must be a number"},
                  {"/maxValue", "must be between -99999999999999.9999 and 99999999999999.9999"},
              }));
}

TEST(ReadFields, ReportsProblemsInsideOptionsAtTheirPlace) {
    const auto problems = [](std::string_view options) {
        return field_problems(R"({"id":"f","name":"F","type":"radio","options":)" + std::string(options) + "}");
    };
    EXPECT_EQ(problems(R"([{"id":"a","label":"A"},{"id":"","label":null},[],{"id":"a","label":7}])"),
              (std::vector<Problem>{
                  {"/options/1/id", "must not be empty"},
                  {"/options/1/label", "is required"},
                  {"/options/2", "must be an object"},
                  {"/options/3/label", "must be a string"},
                  {"/options/3/id", "is repeated"},
              }));
    EXPECT_EQ(problems("[]"), (std::vector<Problem>{{"/options", "must not be empty"}}));
    EXPECT_EQ(problems("{}"), (std::vector<Problem>{{"/options", "must be an array"}}));
    std::string many = "[1";
    for (int count = 0; count < 120; ++count) { many += ",1"; }
    EXPECT_EQ(problems(many + "]"), (std::vector<Problem>{{"/options", "must have at most 120 items"}}));
}

std::vector<Problem> product_problems(std::string_view body) {
    const auto patch = read(product_fields, body, ReadMode::Merge);
    return patch ? std::vector<Problem>{} : patch.error().problems;
}

std::string product_after(std::string_view body) {
    Product product;
    const auto patch = read(product_fields, body, ReadMode::Merge).value();
    apply(product_fields, patch, product);
    return render(product_fields, product);
}

TEST(ReadFields, TakesNumbersFromTheirDigits) {
    for (const auto& [sent, kept] :
         std::vector<std::pair<std::string, std::string>>{{"19.99", "19.99"},
                                                          {"19.999999", "20"},
                                                          {"0.00005", "0.0001"},
                                                          {"-0.00005", "-0.0001"},
                                                          {"1e2", "100"},
                                                          {"100.0", "100"},
                                                          {"-0", "0"},
                                                          {"0.1", "0.1"},
                                                          {"99999999999999.9999", "99999999999999.9999"}}) {
        EXPECT_NE(product_after("{\"unitPrice\":" + sent + "}").find("\"unitPrice\":" + kept + ","), std::string::npos)
            << sent;
    }
    EXPECT_NE(product_after(R"({"priority":3.0,"isBlacklisted":true})").find(R"("isBlacklisted":true,"priority":3,)"),
              std::string::npos);
    EXPECT_EQ(product_problems(R"({"unitPrice":"1","isBlacklisted":1,"priority":1.5,"rating":5.1,"reviewCount":1e16})"),
              (std::vector<Problem>{
                  {"/unitPrice", "must be a number"},
                  {"/rating", "must be from 0 to 5"},
                  {"/reviewCount", "must be between -9007199254740991 and 9007199254740991"},
                  {"/isBlacklisted", "must be true or false"},
                  {"/priority", "must be an integer"},
              }));
}

TEST(ReadFields, AnEmptyListIsNotTheSameAsNone) {
    EXPECT_NE(product_after(R"({"tags":[]})").find(R"("tags":[])"), std::string::npos);
    EXPECT_EQ(product_after(R"({"tags":null})").find("tags"), std::string::npos);
    EXPECT_EQ(product_problems(R"({"tags":["a",null],"categories":""})"),
              (std::vector<Problem>{{"/categories", "must be an array"}, {"/tags/1", "must be a string"}}));
}

TEST(ReadFields, PutsProblemsWhereTheObjectStands) {
    const auto document = read_object(R"({"unitPrice":"x","tags":[1]})").value();
    std::vector<Problem> problems;
    read_fields(product_detail_fields, document.root(), ReadMode::Create, problems, "/products/3");
    EXPECT_EQ(problems, (std::vector<Problem>{{"/products/3/name", "is required"},
                                              {"/products/3/productDetailUrl", "is required"},
                                              {"/products/3/unitPrice", "must be a number"},
                                              {"/products/3/tags/0", "must be a string"}}));
}

TEST(WriteFields, LeavesOutWhatIsNotSet) {
    ApiKey key;
    key.id = "k";
    key.name = "n";
    key.scopes = {"admin"};
    EXPECT_EQ(render(api_key_fields, key),
              R"({"id":"k","name":"n","scopes":["admin"],"createdAt":"1970-01-01T00:00:00.000Z"})");
    key.expires_at = base::Instant{1};
    EXPECT_NE(render(api_key_fields, key).find(R"("expiresAt":"1970-01-01T00:00:00.001Z")"), std::string::npos);
}

TEST(WriteFields, WritesADefaultValueInTheFormOfItsType) {
    ContactField field;
    field.id = "f";
    field.name = "F";
    const auto with_default = [&](FieldType type, FieldValue value) {
        field.type = type;
        field.default_value = std::move(value);
        const auto json = render(contact_field_fields, field);
        return json.substr(json.find("\"defaultValue\""));
    };
    EXPECT_EQ(with_default(FieldType::Text, "a"), R"("defaultValue":"a"})");
    EXPECT_EQ(with_default(FieldType::Integer, std::int64_t{3}), R"("defaultValue":3})");
    EXPECT_EQ(with_default(FieldType::Decimal, base::Decimal{15'000}), R"("defaultValue":1.5})");
    EXPECT_EQ(with_default(FieldType::Date, base::Instant{0}), R"("defaultValue":"1970-01-01T00:00:00.000Z"})");
    EXPECT_EQ(with_default(FieldType::Boolean, false), R"("defaultValue":false})");
    EXPECT_EQ(with_default(FieldType::Checkbox, std::vector<std::string>{}), R"("defaultValue":[]})");
    field.options = {{"a", "A"}};
    EXPECT_EQ(with_default(FieldType::Radio, "a"), R"("defaultValue":"a","options":[{"id":"a","label":"A"}]})");
}

}  // namespace
}  // namespace tradewind::domain
