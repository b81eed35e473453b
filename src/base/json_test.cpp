#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <vector>

#include "base/json_writer.h"

namespace tradewind::base {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

// The document written again: compact, with as few escapes as can be.
std::string rewritten(const JsonDocument& document) {
    std::string text;
    JsonWriter writer(text);
    write_json(writer, document.root());
    return text;
}

std::string joined(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const auto part : parts) { text.append(part); }
    return text;
}

std::string nested(std::size_t depth, const std::string& inner = "") {
    return std::string(depth, '[') + inner + std::string(depth, ']');
}

std::vector<std::string> numbered_keys(std::size_t count) {
    std::vector<std::string> keys(count);
    for (std::size_t number = 0; number < count; ++number) { keys[number] = "key" + std::to_string(number); }
    return keys;
}

std::string object_of(const std::vector<std::string>& keys) {
    std::string text;
    JsonWriter writer(text);
    writer.begin_object();
    for (const auto& key : keys) {
        writer.key(key);
        writer.integer(1);
    }
    writer.end_object();
    return text;
}

TEST(JsonDocument, GivesEveryKindOfValue) {
    const auto document =
        JsonDocument::parse(
            R"({"text":"hello","number":-12.50e+3,"yes":true,"no":false,"nothing":null,"list":[1,"b",[]]})")
            .value();
    const auto root = document.root();
    EXPECT_EQ(root.kind(), JsonKind::Object);
    EXPECT_EQ(root.size(), 6U);
    EXPECT_EQ(root.find("text")->string(), "hello");
    EXPECT_EQ(root.find("text")->size(), 0U);
    EXPECT_EQ(root.find("number")->digits(), "-12.50e+3");
    EXPECT_TRUE(root.find("yes")->boolean());
    EXPECT_FALSE(root.find("no")->boolean());
    EXPECT_TRUE(root.find("nothing")->is_null());
    EXPECT_EQ(root.find("list")->size(), 3U);
    EXPECT_FALSE(root.find("absent").has_value());
    EXPECT_FALSE(root.find("").has_value());
}

TEST(JsonDocument, KeepsTheOrderOfMembersAndSkipsWhatTheyHold) {
    const auto document = JsonDocument::parse(R"({"b":{"x":[1,2,{"y":3}]},"a":[],"c":{},"":"last"})").value();
    std::vector<std::string> keys;
    for (const auto [key, value] : document.root().members()) { keys.emplace_back(key); }
    EXPECT_THAT(keys, testing::ElementsAre("b", "a", "c", ""));
    EXPECT_EQ(document.root().find("")->string(), "last");
}

TEST(JsonDocument, HasForwardIterators) {
    using Elements = JsonValue::Range<JsonValue>;
    static_assert(std::forward_iterator<Elements::Iterator>);
    static_assert(std::forward_iterator<JsonValue::Range<JsonMember>::Iterator>);
    const auto document = JsonDocument::parse("[1,[2],3]").value();
    const auto elements = document.root().elements();
    EXPECT_EQ(std::ranges::distance(elements), 3);
    auto second = elements.begin();
    const auto first = second++;
    EXPECT_EQ((*first).digits(), "1");
    EXPECT_EQ((*second).kind(), JsonKind::Array);
    EXPECT_NE(first, second);
}

TEST(JsonDocument, CanBeMoved) {
    auto document = JsonDocument::parse(R"(["a",1])").value();
    const auto moved = std::move(document);
    EXPECT_EQ(rewritten(moved), R"(["a",1])");
}

struct Accepted {
    std::string text;
    std::string again;
};

TEST(JsonDocument, AcceptsJsonAndKeepsItsValues) {
    const Accepted cases[] = {
        {"null", "null"},
        {" \t\r\n null \t\r\n ", "null"},
        {"true", "true"},
        {"false", "false"},
        {"\"\"", "\"\""},
        {"[]", "[]"},
        {"{}", "{}"},
        {"[ ]", "[]"},
        {"{ }", "{}"},
        {"[ 1 , 2 ]", "[1,2]"},
        {R"({ "a" : 1 , "b" : 2 })", R"({"a":1,"b":2})"},
        // Numbers, to the letter.
        {"0", "0"},
        {"-0", "-0"},
        {"-0.0", "-0.0"},
        {"0e5", "0e5"},
        {"-0E-0", "-0E-0"},
        {"1.10", "1.10"},
        {"1E+05", "1E+05"},
        {"100000000000000000000000000000000000000001", "100000000000000000000000000000000000000001"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"-9223372036854775809", "-9223372036854775809"},
        {"18446744073709551615", "18446744073709551615"},
        {"18446744073709551616", "18446744073709551616"},
        {"999999999999.9999", "999999999999.9999"},
        {"0.1234567890123456789012345678901234567890", "0.1234567890123456789012345678901234567890"},
        {"1e400", "1e400"},
        {"1e999999999", "1e999999999"},
        {"1e-999999999", "1e-999999999"},
        {"1e+000000000000000000001", "1e+000000000000000000001"},
        {"1e000000000000000000000", "1e000000000000000000000"},
        // Strings.
        {R"("\"\\\/\b\f\n\r\t")", R"("\"\\/\b\f\n\r\t")"},
        {R"("\u0041\u00e9\u20AC\ud83d\uDE00")", R"("Aé€😀")"},
        {R"("\u0000")", R"("\u0000")"},
        {R"("\ud800\udc00\udbff\udfff")", "\"\U00010000\U0010FFFF\""},
        {R"("\uFFFF\uFFFE\uFEFF")", "\"\uFFFF\uFFFE\uFEFF\""},
        {"\"\x7F\u0080\u2028\u2029\"", "\"\x7F\u0080\u2028\u2029\""},
        {"\"\U0010FFFF\"", "\"\U0010FFFF\""},
        {R"("\\u0041\\")", R"("\\u0041\\")"},
        // Keys.
        {R"({"":1})", R"({"":1})"},
        {R"({"a":1,"A":2,"a ":3,"\u0000":4})", R"({"a":1,"A":2,"a ":3,"\u0000":4})"},
        {R"({"a":{"a":{"a":1}}})", R"({"a":{"a":{"a":1}}})"},
        {R"([{"a":1},{"a":1}])", R"([{"a":1},{"a":1}])"},
        {"{\"\u00E9\":1,\"e\u0301\":2}", "{\"\u00E9\":1,\"e\u0301\":2}"}};
    for (const auto& [text, again] : cases) {
        const auto document = JsonDocument::parse(text);
        ASSERT_TRUE(document.ok()) << text << ": " << document.error().detail;
        EXPECT_EQ(rewritten(document.value()), again) << text;
    }
}

TEST(JsonDocument, RefusesWhatIsNotJson) {
    const std::string texts[] = {
        ""s, " "s, "\n"s, "\0"s, "{"s, "}"s, "["s, "]"s, "[}"s, "{]"s, "[1"s, "[1,"s, "[1,]"s, "[,1]"s, "[,]"s,
        "[1 2]"s, "[1,,2]"s, "[1;2]"s, "{,}"s, R"({"a")"s, R"({"a":)"s, R"({"a":1)"s, R"({"a":1,})"s,
        R"({"a":1,,"b":2})"s, R"({"a":1 "b":2})"s, R"({"a" 1})"s, R"({"a"::1})"s, R"({"a",1})"s, R"({a:1})"s,
        R"({'a':1})"s, R"({1:1})"s, R"({null:1})"s, R"({"a":})"s, R"({"a":1}})"s, "[1]]"s, "1 2"s, "[] []"s, "{}{}"s,
        "nul"s, "nulll"s, "Null"s, "NULL"s, "tru"s, "truee"s, "True"s, "fals"s, "falsee"s, "undefined"s, "NaN"s,
        "-NaN"s, "nan"s, "Infinity"s, "-Infinity"s, "inf"s,
        // Numbers.
        "-"s, "+1"s, "01"s, "-01"s, "00"s, "-00"s, "1."s, "-1."s, ".5"s, "-.5"s, "1.e1"s, "1e"s, "1e+"s, "1e-"s, "1E"s,
        "1e1.5"s, "1.5.5"s, "0x10"s, "1_000"s, "1,5"s, "0e"s, "0.e1"s, "2."s, "1 .5"s, "- 1"s, "--1"s, "1e 5"s, "१"s,
        "1a"s, "1\0"s, "123456789012345678901234567890."s, "12345678901234567890e"s,
        "00000000000000000000000000000000000000000001"s, "-00000000000000000000000000000000000000000001"s,
        "[-a                                          ]"s,
        // Comments and white space of other kinds.
        "/* c */ 1"s, "1 // c"s, "# c\n1"s, "[1/**/]"s, "\f1"s, "\v1"s, "\u00A01"s, "1\u00A0"s,
        "\u2028"
        "1"s,
        // Strings.
        "\""s, "\"a"s, "'a'"s, "\"a\nb\""s, "\"a\tb\""s, "\"\0\""s, "\"\x1F\""s, R"("\a")"s, R"("\x41")"s, R"("\0")"s,
        R"("\)"s, R"("\")"s, R"("\u")"s, R"("\u12")"s, R"("\u123")"s, R"("\u123g")"s, R"("\u 123")"s, R"("\u+123")"s,
        R"("\U0041")"s, R"("\u00e9)"s, R"("a" "b")"s,
        // A byte order mark.
        "\uFEFF1"s, "\uFEFF"s, "\uFEFF{}"s, " \uFEFF1"s};
    for (const auto& text : texts) {
        const auto document = JsonDocument::parse(text);
        ASSERT_FALSE(document.ok()) << text;
        EXPECT_EQ(document.error().kind, ErrorKind::BadRequest);
        EXPECT_TRUE(document.error().detail.ends_with('.'));
    }
}

TEST(JsonDocument, RefusesLoneSurrogates) {
    for (const auto& text : {R"("\ud800")"s,
                             R"("\udbff")"s,
                             R"("\udc00")"s,
                             R"("\udfff")"s,
                             R"("\ud800a")"s,
                             R"("\ud800\n")"s,
                             R"("\ud800\ud800")"s,
                             R"("\ud800\ud800\udc00")"s,
                             R"("\udc00\ud800")"s,
                             R"("\ud800\u0041")"s,
                             R"("\ud800\u")"s,
                             R"("\ud83d😀")"s,
                             R"("\uD800 and more text after it")"s,
                             R"("\uDC00 and more text after it")"s,
                             R"("\uD800\u0041 and more text after it")"s,
                             R"("\uD800\\uDC00 and more text")"s,
                             R"({"\ud800":1})"s,
                             "\"\xED\xA0\x80\""s,
                             "\"\xED\xBF\xBF\""s,
                             "\"\xED\xA0\xBD\xED\xB8\x80\""s}) {
        EXPECT_FALSE(JsonDocument::parse(text).ok()) << text;
    }
}

TEST(JsonDocument, RefusesInvalidUtf8AtEveryPlace) {
    for (const auto& bytes :
         {"\x80"s, "\xBF"s, "\xC0\x80"s, "\xC1\xBF"s, "\xC3"s, "\xE0\x9F\xBF"s, "\xE2\x82"s, "\xF0\x8F\xBF\xBF"s,
          "\xF0\x9F\x98"s, "\xF4\x90\x80\x80"s, "\xF5\x80\x80\x80"s, "\xFF"s}) {
        for (std::size_t before = 0; before < 40; ++before) {
            const std::string padding(before, 'x');
            for (const auto& text :
                 {joined({"\"", padding, bytes, "\""}), joined({"\"", padding, bytes, padding, "\""}),
                  joined({"\"\\n", padding, bytes, "\""}), joined({"{\"", padding, bytes, "\":1}"}),
                  joined({padding.substr(0, 1), bytes})}) {
                ASSERT_FALSE(JsonDocument::parse(text).ok()) << text;
            }
        }
    }
    EXPECT_THAT(JsonDocument::parse("\"\xFF\"").error().detail, HasSubstr("UTF-8"));
}

TEST(JsonDocument, ReadsLongStringsWithEscapesAtEveryPlace) {
    // The parser unescapes through a buffer of 4 KiB: characters and escapes must survive its edge.
    for (const auto& item : {"é"s, "€"s, "😀"s, R"(\n)"s, R"(\u20ac)"s, R"(\ud83d\ude00)"s}) {
        const auto once = std::string(JsonDocument::parse(joined({"\"", item, "\""})).value().root().string());
        for (std::size_t before = 4070; before < 4110; ++before) {
            const std::string padding(before, 'x');
            const auto document = JsonDocument::parse(joined({"\"\\t", padding, item, item, padding, "\""}));
            ASSERT_TRUE(document.ok()) << before << item;
            ASSERT_EQ(document.value().root().string(), joined({"\t", padding, once, once, padding}));
        }
    }
}

TEST(JsonDocument, RefusesEqualKeys) {
    for (const auto& text :
         {R"({"a":1,"a":1})"s, R"({"a":1,"b":2,"a":3})"s, R"({"a":1,"\u0061":2})"s, R"({"":1,"":2})"s,
          R"({"a":{"b":1,"b":2}})"s, R"([{"x":0},{"a":1,"a":2}])"s, R"({"\u0000":1,"\u0000":2})"s,
          R"({"a":{"a":1},"a":2})"s, R"({"😀":1,"\ud83d\ude00":2})"s}) {
        const auto document = JsonDocument::parse(text);
        ASSERT_FALSE(document.ok()) << text;
        EXPECT_THAT(document.error().detail, HasSubstr("same key twice"));
    }
}

TEST(JsonDocument, FindsEqualKeysWhateverTheirNumberAndPlace) {
    for (const std::size_t count : {2U, 3U, 12U, 13U, 100U, 3000U}) {
        const auto keys = numbered_keys(count);
        ASSERT_TRUE(JsonDocument::parse(object_of(keys)).ok()) << count;
        for (const std::size_t place : {std::size_t{1}, count / 2, count - 1}) {
            if (place == 0) { continue; }
            auto repeated = keys;
            repeated[place] = keys[place - 1];
            EXPECT_FALSE(JsonDocument::parse(object_of(repeated)).ok()) << count << " " << place;
            repeated[place] = keys[0];
            EXPECT_FALSE(JsonDocument::parse(object_of(repeated)).ok()) << count << " " << place;
        }
    }
}

TEST(JsonDocument, ReadsAHundredThousandKeys) {
    auto keys = numbered_keys(100'000);
    const auto document = JsonDocument::parse(object_of(keys));
    ASSERT_TRUE(document.ok());
    EXPECT_EQ(document.value().root().size(), 100'000U);
    EXPECT_TRUE(document.value().root().find("key99999").has_value());
    keys.back() = keys.front();
    EXPECT_FALSE(JsonDocument::parse(object_of(keys)).ok());
}

TEST(JsonDocument, ReadsKeysThatArePickedToCollide) {
    // All of these fall into one place of a table of up to 4,096 places.
    std::vector<std::string> keys;
    for (int number = 0; keys.size() < 1000; ++number) {
        auto key = std::to_string(number);
        if (std::hash<std::string_view>()(key) % 4096 == 0) { keys.push_back(std::move(key)); }
    }
    EXPECT_TRUE(JsonDocument::parse(object_of(keys)).ok());
    keys.back() = keys[500];
    EXPECT_FALSE(JsonDocument::parse(object_of(keys)).ok());
}

TEST(JsonDocument, NestsUpTo64Levels) {
    EXPECT_TRUE(JsonDocument::parse(nested(64)).ok());
    EXPECT_TRUE(JsonDocument::parse(nested(64, "1")).ok());
    EXPECT_TRUE(JsonDocument::parse("[" + nested(63) + "," + nested(63) + "]").ok());
    std::string objects = "1";
    for (int level = 0; level < 64; ++level) { objects = joined({R"({"a":)", objects, "}"}); }
    EXPECT_TRUE(JsonDocument::parse(objects).ok());

    EXPECT_THAT(JsonDocument::parse(nested(65)).error().detail, HasSubstr("64 levels"));
    EXPECT_FALSE(JsonDocument::parse("[" + objects + "]").ok());
    EXPECT_FALSE(JsonDocument::parse(std::string(1'000'000, '[')).ok());
}

TEST(JsonDocument, HoldsNumbersOfUpTo400Characters) {
    EXPECT_TRUE(JsonDocument::parse(std::string(400, '9')).ok());
    EXPECT_TRUE(JsonDocument::parse("0." + std::string(398, '9')).ok());
    EXPECT_FALSE(JsonDocument::parse(std::string(401, '9')).ok());
    EXPECT_FALSE(JsonDocument::parse("-" + std::string(400, '9')).ok());
    EXPECT_FALSE(JsonDocument::parse("0." + std::string(399, '9')).ok());
    EXPECT_FALSE(JsonDocument::parse("1e" + std::string(399, '0')).ok());
    EXPECT_FALSE(JsonDocument::parse("[" + std::string(1'000'000, '1') + "]").ok());
}

TEST(JsonDocument, HoldsExponentsOfUpToNineDigits) {
    for (const auto& text : {"1e1000000000"s, "1e-1000000000"s, "0e1000000000"s, "1e2147483647"s, "1e2147483648"s,
                             "1e-2147483648"s, "1e99999999999999999999"s, "12345678901234567890123e2147483647"s}) {
        const auto document = JsonDocument::parse(text);
        ASSERT_FALSE(document.ok()) << text;
        EXPECT_THAT(document.error().detail, HasSubstr("exponent")) << text;
    }
}

TEST(JsonDocument, SaysWhereItStoppedAndNeverWhatWasSent) {
    EXPECT_EQ(JsonDocument::parse("").error().detail, "The JSON is empty.");
    EXPECT_EQ(JsonDocument::parse("\uFEFF{}").error().detail, "The JSON starts with a byte order mark.");
    EXPECT_EQ(JsonDocument::parse(R"({"a":secret})").error().detail, "The JSON is not well-formed (at byte offset 5).");
    EXPECT_EQ(JsonDocument::parse(R"(["secret)").error().detail, "The JSON ends too early (at byte offset 8).");
    EXPECT_EQ(JsonDocument::parse("1 secret").error().detail, "The JSON is followed by more text (at byte offset 2).");
    EXPECT_EQ(JsonDocument::parse(R"({"secret":1,"secret":2})").error().detail,
              "The JSON has an object with the same key twice (at byte offset 22).");
    EXPECT_THAT(JsonDocument::parse(R"("\ud800\u0041 and more text")").error().detail, HasSubstr("surrogate"));
}

}  // namespace
}  // namespace tradewind::base
