#include "domain/fields/kinds/field_kind.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

ContactField field_of(FieldType type) {
    ContactField field;
    field.id = "field";
    field.name = "Field";
    field.type = type;
    return field;
}

ContactField required_text() {
    auto field = field_of(FieldType::Text);
    field.required = true;
    return field;
}

ContactField text_up_to(std::int64_t max_length) {
    auto field = field_of(FieldType::Text);
    field.max_length = max_length;
    return field;
}

ContactField phone(std::string country_code) {
    auto field = field_of(FieldType::Phone);
    field.default_country_code = std::move(country_code);
    return field;
}

ContactField number_between(FieldType type, std::string_view least, std::string_view most) {
    auto field = field_of(type);
    field.min_value = base::Decimal::parse(least).value();
    field.max_value = base::Decimal::parse(most).value();
    return field;
}

ContactField date_between(std::string_view earliest, std::string_view latest) {
    auto field = field_of(FieldType::Date);
    field.min_date = base::Instant::parse(earliest).value();
    field.max_date = base::Instant::parse(latest).value();
    return field;
}

ContactField choice(FieldType type) {
    auto field = field_of(type);
    field.options = {{"red", "Red"}, {"green", "Green"}, {"Red", "Another red"}};
    return field;
}

std::string written(const ContactField& field, const FieldValue& value) {
    std::string json;
    base::JsonWriter writer(json);
    kind_of(field.type).write(writer, value);
    return json;
}

base::Result<FieldValue> read(const ContactField& field, std::string_view json) {
    const auto document = base::JsonDocument::parse(json).take();
    return kind_of(field.type).read(document.root(), field);
}

struct Accepted {
    ContactField field;
    std::string sent;
    std::string kept;  // As it is answered.
};

class FieldKindAccepts : public testing::TestWithParam<Accepted> {};

TEST_P(FieldKindAccepts, AndAnswersTheFormInWhichItIsKept) {
    const auto& [field, sent, kept] = GetParam();
    const auto value = read(field, sent);
    ASSERT_TRUE(value) << sent << ": " << value.error().problems.front().reason;
    EXPECT_EQ(written(field, value.value()), kept);
    EXPECT_EQ(read(field, kept).value(), value.value()) << "what is answered can be sent again";
}

struct Refused {
    ContactField field;
    std::string sent;
    std::string path;
    std::string reason;
};

class FieldKindRefuses : public testing::TestWithParam<Refused> {};

TEST_P(FieldKindRefuses, WithOneProblem) {
    const auto& [field, sent, path, reason] = GetParam();
    const auto value = read(field, sent);
    ASSERT_FALSE(value) << sent;
    EXPECT_EQ(value.error().kind, base::ErrorKind::Invalid);
    EXPECT_EQ(value.error().problems, (std::vector<base::Problem>{{.path = path, .reason = reason}}));
}

const std::string nul = R"("a\u0000b")";

std::string quoted(std::size_t characters, std::string_view character) {
    std::string text = "\"";
    for (std::size_t count = 0; count < characters; ++count) { text += character; }
    return text + "\"";
}

INSTANTIATE_TEST_SUITE_P(Text, FieldKindAccepts,
                         testing::Values(Accepted{field_of(FieldType::Text), R"("red")", R"("red")"},
                                         Accepted{field_of(FieldType::Text), R"("  ñ\n")", R"("  ñ\n")"},
                                         Accepted{field_of(FieldType::Text), R"("")", R"("")"},
                                         Accepted{required_text(), R"(" ")", R"(" ")"},
                                         Accepted{text_up_to(2), R"("ñ€")", R"("ñ€")"},
                                         Accepted{field_of(FieldType::Text), quoted(5000, "ñ"), quoted(5000, "ñ")}));
INSTANTIATE_TEST_SUITE_P(Text, FieldKindRefuses,
                         testing::Values(Refused{required_text(), R"("")", "", "must not be empty"},
                                         Refused{text_up_to(2), R"("abc")", "", "must have at most 2 characters"},
                                         Refused{field_of(FieldType::Text), quoted(5001, "a"), "",
                                                 "must have at most 5000 characters"},
                                         Refused{field_of(FieldType::Text), nul, "", "must not contain U+0000"},
                                         Refused{field_of(FieldType::Text), "5", "", "must be a string"},
                                         Refused{field_of(FieldType::Text), "null", "", "must be a string"},
                                         Refused{field_of(FieldType::Text), R"(["a"])", "", "must be a string"},
                                         Refused{field_of(FieldType::Text), "{}", "", "must be a string"}));

INSTANTIATE_TEST_SUITE_P(
    Email, FieldKindAccepts,
    testing::Values(Accepted{field_of(FieldType::Email), R"(" Ada@Example.ORG ")", R"("Ada@Example.ORG")"},
                    Accepted{field_of(FieldType::Email), R"("ñ@ejemplo.es")", R"("ñ@ejemplo.es")"}));
INSTANTIATE_TEST_SUITE_P(
    Email, FieldKindRefuses,
    testing::Values(Refused{field_of(FieldType::Email), R"("")", "", "must be an e-mail address"},
                    Refused{field_of(FieldType::Email), R"("ada")", "", "must be an e-mail address"},
                    Refused{field_of(FieldType::Email), R"("a\u0000@example.org")", "", "must be an e-mail address"},
                    Refused{field_of(FieldType::Email), "false", "", "must be a string"}));

const std::string not_a_phone = "must be a phone number in international form, such as +34651234567";
INSTANTIATE_TEST_SUITE_P(Phone, FieldKindAccepts,
                         testing::Values(Accepted{phone("34"), R"("651 23-45 67")", R"("+34651234567")"},
                                         Accepted{phone("34"), R"("+1 202 555 0100")", R"("+12025550100")"},
                                         Accepted{phone("1684"), R"("555")", R"("+1684555")"},
                                         Accepted{field_of(FieldType::Phone), R"("+1234567")", R"("+1234567")"}));
INSTANTIATE_TEST_SUITE_P(Phone, FieldKindRefuses,
                         testing::Values(Refused{phone("34"), R"("")", "", not_a_phone},
                                         Refused{phone("34"), R"("+123456")", "", not_a_phone},
                                         Refused{phone("34"), R"("+1234567890123456")", "", not_a_phone},
                                         Refused{phone("34"), R"("651+234567")", "", not_a_phone},
                                         Refused{phone("34"), R"("651\u0000234567")", "", not_a_phone},
                                         Refused{phone("34"), "651234567", "", "must be a string"}));

INSTANTIATE_TEST_SUITE_P(Integer, FieldKindAccepts,
                         testing::Values(Accepted{field_of(FieldType::Integer), "3.0", "3"},
                                         Accepted{field_of(FieldType::Integer), "-2e3", "-2000"},
                                         Accepted{field_of(FieldType::Integer), "9007199254740991", "9007199254740991"},
                                         Accepted{number_between(FieldType::Integer, "-1", "3"), "-1", "-1"},
                                         Accepted{number_between(FieldType::Integer, "-1", "3"), "3", "3"},
                                         Accepted{[] {
                                                      auto field = field_of(FieldType::Integer);
                                                      field.min_value = base::Decimal{};
                                                      return field;
                                                  }(),
                                                  "9007199254740991", "9007199254740991"}));
INSTANTIATE_TEST_SUITE_P(
    Integer, FieldKindRefuses,
    testing::Values(Refused{field_of(FieldType::Integer), "3.5", "", "must be an integer"},
                    Refused{field_of(FieldType::Integer), "9007199254740992", "",
                            "must be between -9007199254740991 and 9007199254740991"},
                    Refused{number_between(FieldType::Integer, "-1", "3"), "-2", "", "must be at least -1"},
                    Refused{number_between(FieldType::Integer, "-1", "3"), "4", "", "must be at most 3"},
                    Refused{number_between(FieldType::Integer, "-1", "3"), "-9007199254740991", "",
                            "must be at least -1"},
                    Refused{field_of(FieldType::Integer), R"("3")", "", "must be a number"},
                    Refused{field_of(FieldType::Integer), "true", "", "must be a number"}));

INSTANTIATE_TEST_SUITE_P(Decimal, FieldKindAccepts,
                         testing::Values(Accepted{field_of(FieldType::Decimal), "19.990", "19.99"},
                                         Accepted{field_of(FieldType::Decimal), "0.00005", "0.0001"},
                                         Accepted{field_of(FieldType::Decimal), "-1e2", "-100"},
                                         Accepted{number_between(FieldType::Decimal, "0.5", "1.5"), "0.5", "0.5"},
                                         Accepted{number_between(FieldType::Decimal, "0.5", "1.5"), "1.50001", "1.5"}));
INSTANTIATE_TEST_SUITE_P(
    Decimal, FieldKindRefuses,
    testing::Values(Refused{field_of(FieldType::Decimal), "100000000000000", "",
                            "must be between -99999999999999.9999 and 99999999999999.9999"},
                    Refused{number_between(FieldType::Decimal, "0.5", "1.5"), "0.4999", "", "must be at least 0.5"},
                    Refused{number_between(FieldType::Decimal, "0.5", "1.5"), "1.5001", "", "must be at most 1.5"},
                    Refused{field_of(FieldType::Decimal), R"("1.5")", "", "must be a number"}));

INSTANTIATE_TEST_SUITE_P(
    Date, FieldKindAccepts,
    testing::Values(
        Accepted{field_of(FieldType::Date), R"("1815-12-10")", R"("1815-12-10T00:00:00.000Z")"},
        Accepted{field_of(FieldType::Date), R"("2022-10-05T16:48:00.1239+02:00")", R"("2022-10-05T14:48:00.123Z")"},
        Accepted{date_between("2020-01-01", "2020-12-31"), R"("2020-01-01")", R"("2020-01-01T00:00:00.000Z")"},
        Accepted{date_between("2020-01-01", "2020-12-31"), R"("2020-12-31")", R"("2020-12-31T00:00:00.000Z")"}));
const std::string not_a_moment = "must be a date-time such as 2022-10-05T14:48:00Z or a date such as 2022-10-05";
INSTANTIATE_TEST_SUITE_P(
    Date, FieldKindRefuses,
    testing::Values(Refused{field_of(FieldType::Date), R"("")", "", not_a_moment},
                    Refused{field_of(FieldType::Date), R"("10/12/1815")", "", not_a_moment},
                    Refused{field_of(FieldType::Date), R"("2022-10-05T14:48:00")", "",
                            "must end with Z or an offset such as +02:00"},
                    Refused{field_of(FieldType::Date), R"("2023-02-29")", "", "must be a day that exists"},
                    Refused{field_of(FieldType::Date), R"("2022-10-05\u0000")", "", not_a_moment},
                    Refused{field_of(FieldType::Date), "0", "", "must be a string"},
                    Refused{date_between("2020-01-01", "2020-12-31"), R"("2019-12-31T23:59:59.999Z")", "",
                            "must not be before 2020-01-01T00:00:00.000Z"},
                    Refused{date_between("2020-01-01", "2020-12-31"), R"("2020-12-31T00:00:00.001Z")", "",
                            "must not be after 2020-12-31T00:00:00.000Z"}));

const std::string no_option = "must be the id of one of the options";
INSTANTIATE_TEST_SUITE_P(Radio, FieldKindAccepts,
                         testing::Values(Accepted{choice(FieldType::Radio), R"("red")", R"("red")"},
                                         Accepted{choice(FieldType::Radio), R"("Red")", R"("Red")"}));
INSTANTIATE_TEST_SUITE_P(Radio, FieldKindRefuses,
                         testing::Values(Refused{choice(FieldType::Radio), R"("")", "", no_option},
                                         Refused{choice(FieldType::Radio), R"("Green")", "", no_option},
                                         Refused{choice(FieldType::Radio), R"("red\u0000")", "", no_option},
                                         Refused{choice(FieldType::Radio), R"(["red"])", "", "must be a string"}));

INSTANTIATE_TEST_SUITE_P(
    Checkbox, FieldKindAccepts,
    testing::Values(Accepted{choice(FieldType::Checkbox), "[]", "[]"},
                    Accepted{choice(FieldType::Checkbox), R"(["green","red"])", R"(["green","red"])"},
                    Accepted{choice(FieldType::Checkbox), R"(["Red","red","green"])", R"(["Red","red","green"])"}));
INSTANTIATE_TEST_SUITE_P(
    Checkbox, FieldKindRefuses,
    testing::Values(Refused{choice(FieldType::Checkbox), R"("red")", "", "must be an array of option ids"},
                    Refused{choice(FieldType::Checkbox), "{}", "", "must be an array of option ids"},
                    Refused{choice(FieldType::Checkbox), R"(["red","blue"])", "/1", no_option},
                    Refused{choice(FieldType::Checkbox), R"([""])", "/0", no_option},
                    Refused{choice(FieldType::Checkbox), R"(["red\u0000"])", "/0", no_option},
                    Refused{choice(FieldType::Checkbox), R"(["red","green","red"])", "/2", "is repeated"},
                    Refused{choice(FieldType::Checkbox), R"(["red",1])", "/1", "must be a string"},
                    Refused{choice(FieldType::Checkbox), R"(["red","green","Red","red"])", "",
                            "must have at most 3 items"}));

INSTANTIATE_TEST_SUITE_P(Boolean, FieldKindAccepts,
                         testing::Values(Accepted{field_of(FieldType::Boolean), "true", "true"},
                                         Accepted{field_of(FieldType::Boolean), "false", "false"}));
INSTANTIATE_TEST_SUITE_P(Boolean, FieldKindRefuses,
                         testing::Values(Refused{field_of(FieldType::Boolean), "1", "", "must be true or false"},
                                         Refused{field_of(FieldType::Boolean), R"("true")", "",
                                                 "must be true or false"},
                                         Refused{field_of(FieldType::Boolean), "null", "", "must be true or false"}));

TEST(FieldKind, ReportsEveryWrongItemOfAList) {
    const auto value = read(choice(FieldType::Checkbox), R"(["blue",null,"green"])");
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().problems, (std::vector<base::Problem>{{.path = "/0", .reason = no_option},
                                                                  {.path = "/1", .reason = "must be a string"}}));
}

struct Cell {
    ContactField field;
    std::string text;
    std::optional<std::string> kept;  // Nothing: refused.
};

class FieldKindCell : public testing::TestWithParam<Cell> {};

TEST_P(FieldKindCell, IsReadOrRefused) {
    const auto& [field, text, kept] = GetParam();
    const auto value = kind_of(field.type).read_text(text, field);
    ASSERT_EQ(value.ok(), kept.has_value()) << text;
    if (kept) {
        EXPECT_EQ(written(field, value.value()), *kept);
    } else {
        ASSERT_EQ(value.error().problems.size(), 1U);
        EXPECT_EQ(value.error().problems.front().path, "");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cells, FieldKindCell,
    testing::Values(Cell{field_of(FieldType::Text), "red", R"("red")"},
                    Cell{field_of(FieldType::Text), std::string("a\0b", 3), {}},
                    Cell{field_of(FieldType::Email), " ada@example.org", R"("ada@example.org")"},
                    Cell{field_of(FieldType::Email), "ada", {}}, Cell{phone("34"), "651234567", R"("+34651234567")"},
                    Cell{phone("34"), "six", {}}, Cell{field_of(FieldType::Integer), "12", "12"},
                    Cell{field_of(FieldType::Integer), "12.5", {}}, Cell{field_of(FieldType::Integer), "", {}},
                    Cell{field_of(FieldType::Integer), "twelve", {}},
                    Cell{field_of(FieldType::Decimal), "1.25", "1.25"}, Cell{field_of(FieldType::Decimal), "1,25", {}},
                    Cell{field_of(FieldType::Date), "2020-01-01", R"("2020-01-01T00:00:00.000Z")"},
                    Cell{field_of(FieldType::Date), "01/01/2020", {}},
                    Cell{choice(FieldType::Radio), "red", R"("red")"}, Cell{choice(FieldType::Radio), "blue", {}},
                    Cell{choice(FieldType::Checkbox), "", "[]"}, Cell{choice(FieldType::Checkbox), "red", R"(["red"])"},
                    Cell{choice(FieldType::Checkbox), "green|red", R"(["green","red"])"},
                    Cell{choice(FieldType::Checkbox), "red|", {}}, Cell{choice(FieldType::Checkbox), "|red", {}},
                    Cell{choice(FieldType::Checkbox), "red|red", {}}, Cell{choice(FieldType::Checkbox), "red|blue", {}},
                    Cell{field_of(FieldType::Boolean), "true", "true"}, Cell{field_of(FieldType::Boolean), "1", "true"},
                    Cell{field_of(FieldType::Boolean), "false", "false"},
                    Cell{field_of(FieldType::Boolean), "0", "false"}, Cell{field_of(FieldType::Boolean), "yes", {}}));

TEST(FieldKind, IsFoundByItsTypeAndByItsWord) {
    for (const auto* const word :
         {"text", "email", "phone", "integer", "decimal", "date", "checkbox", "radio", "boolean"}) {
        const auto* kind = find_kind(word);
        ASSERT_NE(kind, nullptr) << word;
        EXPECT_EQ(kind->word, word);
        EXPECT_EQ(&kind_of(kind->type), kind);
    }
    EXPECT_EQ(find_kind(""), nullptr);
    EXPECT_EQ(find_kind("Text"), nullptr);
}

}  // namespace
}  // namespace tradewind::domain
