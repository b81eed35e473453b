#include "base/json_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "base/json.h"
#include "base/text.h"

namespace tradewind::base {
namespace {

using namespace std::string_literals;

template <class Action>
std::string written(Action action) {
    std::string out;
    JsonWriter writer(out);
    action(writer);
    return out;
}

std::string written_string(std::string_view text) {
    return written([&](JsonWriter& writer) { writer.string(text); });
}

TEST(JsonWriter, PutsCommasBetweenMembersAndElements) {
    const auto text = written([](JsonWriter& writer) {
        writer.begin_object();
        writer.key("id");
        writer.string("x");
        writer.key("list");
        writer.begin_array();
        writer.integer(1);
        writer.begin_array();
        writer.end_array();
        writer.begin_object();
        writer.end_object();
        writer.null();
        writer.end_array();
        writer.key("inner");
        writer.begin_object();
        writer.key("a");
        writer.boolean(true);
        writer.key("b");
        writer.boolean(false);
        writer.end_object();
        writer.key("last");
        writer.raw(R"({"as":"it is"})");
        writer.end_object();
    });
    EXPECT_EQ(text, R"({"id":"x","list":[1,[],{},null],"inner":{"a":true,"b":false},"last":{"as":"it is"}})");
}

TEST(JsonWriter, AppendsToWhatIsThere) {
    std::string out = "before ";
    JsonWriter(out).integer(7);
    EXPECT_EQ(out, "before 7");
}

TEST(JsonWriter, WritesNumbersAndInstants) {
    const auto text = written([](JsonWriter& writer) {
        writer.begin_array();
        writer.integer(std::numeric_limits<std::int64_t>::min());
        writer.integer(std::numeric_limits<std::int64_t>::max());
        writer.decimal({199'900});
        writer.decimal({-1});
        writer.instant({1664981280000});
        writer.end_array();
    });
    EXPECT_EQ(text, R"([-9223372036854775808,9223372036854775807,19.99,-0.0001,"2022-10-05T14:48:00.000Z"])");
}

TEST(JsonWriter, EscapesWhatJsonDemandsAndNothingElse) {
    EXPECT_EQ(written_string(""), R"("")");
    EXPECT_EQ(written_string({}), R"("")");
    EXPECT_EQ(written_string(R"(a"b\c/d)"), R"("a\"b\\c/d")");
    EXPECT_EQ(written_string("\b\f\n\r\t"), R"("\b\f\n\r\t")");
    EXPECT_EQ(written_string("\0\x01\x0B\x1F\x7F"s), "\"\\u0000\\u0001\\u000b\\u001f\x7F\"");
    EXPECT_EQ(written_string("é€😀\u2028<>&'"), "\"é€😀\u2028<>&'\"");
    EXPECT_EQ(written([](JsonWriter& writer) {
                  writer.begin_object();
                  writer.key("a\"\n");
                  writer.null();
                  writer.end_object();
              }),
              R"({"a\"\n":null})");
}

TEST(JsonWriter, FindsACharacterToEscapeAtEveryPlace) {
    for (std::size_t length = 1; length <= 40; ++length) {
        for (std::size_t place = 0; place < length; ++place) {
            for (const char special : {'"', '\\', '\n'}) {
                std::string text(length, 'x');
                text[place] = special;
                auto expected = "\"" + text + "\"";
                expected.replace(place + 1, 1, special == '\n' ? "\\n" : "\\"s + special);
                ASSERT_EQ(written_string(text), expected);
            }
        }
    }
}

RC_GTEST_PROP(JsonWriter, WritesStringsThatReadBack, (const std::string& bytes)) {
    const auto text = replace_invalid_utf8(bytes);
    const auto document = JsonDocument::parse(written_string(text));
    RC_ASSERT(document.ok());
    RC_ASSERT(document.value().root().string() == text);
}

TEST(JsonWriter, NestsAsDeepAsTheReaderReads) {
    const auto text = written([](JsonWriter& writer) {
        for (unsigned level = 0; level < JsonWriter::depth_max; ++level) {
            if (level % 2 == 0) {
                writer.begin_array();
            } else {
                writer.begin_object();
                writer.key("k");
            }
        }
        writer.null();
        for (unsigned level = JsonWriter::depth_max; level > 0; --level) {
            level % 2 == 1 ? writer.end_array() : writer.end_object();
        }
    });
    EXPECT_TRUE(JsonDocument::parse(text).ok()) << text;
}

TEST(JsonWriterDeathTest, MisuseIsAssertedAgainst) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto dies = [](auto action) { EXPECT_DEBUG_DEATH(written(action), "Assertion"); };
    dies([](JsonWriter& writer) {
        writer.null();
        writer.null();
    });
    dies([](JsonWriter& writer) { writer.key("a"); });
    dies([](JsonWriter& writer) {
        writer.begin_array();
        writer.key("a");
    });
    dies([](JsonWriter& writer) {
        writer.begin_object();
        writer.null();
    });
    dies([](JsonWriter& writer) {
        writer.begin_object();
        writer.key("a");
        writer.key("b");
    });
    dies([](JsonWriter& writer) {
        writer.begin_object();
        writer.key("a");
        writer.end_object();
    });
    dies([](JsonWriter& writer) {
        writer.begin_object();
        writer.end_array();
    });
    dies([](JsonWriter& writer) { writer.end_object(); });
}

TEST(JsonWriter, WritesWhatWasReadWithEveryDigit) {
    const auto document =
        JsonDocument::parse(R"( {"b": [1.50, -0, 1e3, null, true, {}], "a": {"\u00e9\n": "\ud83d\ude00"}, "": []} )")
            .take();
    std::string json;
    JsonWriter writer(json);
    write_json(writer, document.root());
    EXPECT_EQ(json, "{\"b\":[1.50,-0,1e3,null,true,{}],\"a\":{\"é\\n\":\"😀\"},\"\":[]}");
}

}  // namespace
}  // namespace tradewind::base
