#include "base/json_pointer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/json_writer.h"

namespace tradewind::base {
namespace {

std::optional<JsonValue> find(const JsonDocument& document, std::string_view pointer) {
    return JsonPointer::parse(pointer).take().find(document.root());
}

TEST(JsonPointer, FindsWhatTheExamplesOfTheStandardFind) {
    const auto document = JsonDocument::parse(R"({"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3,
        "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8})")
                              .take();
    struct Case {
        std::string_view pointer;
        std::string_view digits;
    };
    for (const auto& [pointer, digits] :
         {Case{"/", "0"}, Case{"/a~1b", "1"}, Case{"/c%d", "2"}, Case{"/e^f", "3"}, Case{"/g|h", "4"},
          Case{"/i\\j", "5"}, Case{"/k\"l", "6"}, Case{"/ ", "7"}, Case{"/m~0n", "8"}}) {
        const auto found = find(document, pointer);
        ASSERT_TRUE(found) << pointer;
        EXPECT_EQ(found->digits(), digits) << pointer;
    }
    EXPECT_EQ(find(document, "")->kind(), JsonKind::Object);
    EXPECT_EQ(find(document, "/foo")->size(), 2U);
    EXPECT_EQ(find(document, "/foo/0")->string(), "bar");
    EXPECT_EQ(find(document, "/foo/1")->string(), "baz");
}

TEST(JsonPointer, FindsNothingWhereThereIsNothing) {
    const auto document =
        JsonDocument::parse(R"({"list": [1, [2]], "text": "0", "number": 1, "none": null, "object": {"0": 1}})").take();
    for (const auto* pointer : {"/List", "/list/2", "/list/-", "/list/01", "/list/00", "/list/", "/list/+1", "/list/-1",
                                "/list/1.0", "/list/1/1", "/list/99999999999999999999999", "/list/0/0", "/text/0",
                                "/number/0", "/none/0", "/object/1", "//", "/~01"}) {
        EXPECT_FALSE(find(document, pointer)) << pointer;
    }
    EXPECT_EQ(find(document, "/object/0")->digits(), "1");
    EXPECT_TRUE(find(document, "/none")->is_null());
    EXPECT_EQ(find(document, "/list/1/0")->digits(), "2");
}

TEST(JsonPointer, IsNotWhatStartsWithoutSlashOrHasABareTilde) {
    for (const auto* text : {"a", "a/b", "~", "/~", "/~2", "/a~", "/~~0", " /a", "#/a", "/a/~b/c"}) {
        EXPECT_FALSE(JsonPointer::parse(text)) << text;
    }
}

RC_GTEST_PROP(JsonPointer, LeadsToAMemberOfAnyName, ()) {
    const auto key = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab/~01 ")));
    std::string json;
    JsonWriter writer(json);
    writer.begin_object();
    writer.key(key);
    writer.integer(7);
    writer.end_object();
    const auto document = JsonDocument::parse(json).take();
    const auto found = find(document, pointer_to_member(key));
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->digits() == "7");
}

}  // namespace
}  // namespace tradewind::base
