#include "base/search_key.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "base/text.h"

namespace tradewind::base {
namespace {

TEST(SearchKey, MakesNoDifferenceOfCaseAccentsAndForms) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", ""},
        {"Zapato", "zapato"},
        {"ÑANDÚ", "nandu"},
        {"Nandu\xCC\x81", "nandu"},            // U and a combining acute accent
        {"Straße", "strasse"},                 //
        {"STRASSE", "strasse"},                //
        {"İstanbul", "istanbul"},              //
        {"Ἀθῆναι", "αθηναι"},                  //
        {"ΟΔΟΣ", "οδοσ"},                      // The last letter of a word has a form of its own.
        {"Ёлка", "елка"},                      //
        {"\xEF\xAC\x81ne", "fine"},            // The ligature fi
        {"Ｆｕｌｌ", "full"},                  // Of full width
        {"a b-c_d/1", "a b-c_d/1"},            //
        {"soft\xC2\xADhyphen", "softhyphen"},  // Nobody sees it.
        {"日本", "日本"},
    };
    for (const auto& [text, key] : cases) { EXPECT_EQ(search_key(text), key) << text; }
}

// What has nothing but ASCII gets its key by a shorter way.
TEST(SearchKey, IsTheSameAloneAndBesideOtherCharacters) {
    for (char character = 0; character < 0x7F; ++character) {
        const std::string alone(1, character);
        EXPECT_EQ(whole_search_key(alone + "日"), whole_search_key(alone) + "日") << static_cast<int>(character);
    }
    EXPECT_EQ(whole_search_key("\x7F日"), whole_search_key("\x7F") + "日");
}

TEST(SearchKey, IsCutBetweenTwoCharacters) {
    std::string text;
    for (std::size_t count = 0; count < search_key_characters_max; ++count) { text += "日"; }
    EXPECT_EQ(search_key(text), text);
    EXPECT_EQ(search_key(text + "日"), text);
    EXPECT_EQ(search_key(text + "x"), text);
    EXPECT_EQ(whole_search_key(text + "Ñ"), text + "n") << "the whole key goes on";
}

TEST(SearchKey, ItsEndComesAfterAllThatStartWithItAndBeforeWhatFollows) {
    const auto end = search_key_end("mug");
    EXPECT_TRUE(is_valid_utf8(end));
    const std::string greatest = "\xF4\x8F\xBF\xBF";
    std::string longest = "mug";
    while (count_characters(longest) < search_key_characters_max) { longest += greatest; }
    for (const std::string& key : {std::string("mug"), std::string("mug a"), "mug" + greatest, longest}) {
        EXPECT_LT(key, end);
    }
    for (const std::string_view key : {"muh", "n", "mv"}) { EXPECT_GT(key, end); }
    EXPECT_LT(longest + greatest, search_key_end(longest) + "x") << "of a key that is full";
    EXPECT_LT(longest, search_key_end(longest));
}

RC_GTEST_PROP(SearchKey, StaysWhatItIs, (const std::vector<std::uint16_t>& code_points)) {
    std::string text;
    for (const auto code_point : code_points) {
        if (code_point >= 0xD800 && code_point < 0xE000) { continue; }
        if (code_point < 0x80) {
            text.push_back(static_cast<char>(code_point));
        } else if (code_point < 0x800) {
            text.push_back(static_cast<char>(0xC0 | code_point >> 6));
            text.push_back(static_cast<char>(0x80 | (code_point & 0x3F)));
        } else {
            text.push_back(static_cast<char>(0xE0 | code_point >> 12));
            text.push_back(static_cast<char>(0x80 | (code_point >> 6 & 0x3F)));
            text.push_back(static_cast<char>(0x80 | (code_point & 0x3F)));
        }
    }
    const auto key = search_key(text);
    RC_ASSERT(is_valid_utf8(key));
    RC_ASSERT(count_characters(key) <= search_key_characters_max);
    RC_ASSERT(search_key(key) == key);
}

}  // namespace
}  // namespace tradewind::base
