#include "base/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace tradewind::base {
namespace {

using namespace std::string_literals;

std::string utf8(unsigned code_point) {
    const auto byte = [](unsigned bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (code_point < 0x80) { return {byte(code_point)}; }
    const auto tail = [&](int shift) { return byte(0x80 | (code_point >> shift & 0x3F)); };
    if (code_point < 0x800) { return {byte(0xC0 | code_point >> 6), tail(0)}; }
    if (code_point < 0x10000) { return {byte(0xE0 | code_point >> 12), tail(6), tail(0)}; }
    return {byte(0xF0 | code_point >> 18), tail(12), tail(6), tail(0)};
}

TEST(Text, IsShortenedBetweenCharacters) {
    EXPECT_EQ(shortened("abc", 3), "abc");
    EXPECT_EQ(shortened("abcd", 3), "abc");
    EXPECT_EQ(shortened("a\u00e9\u20ac", 5), "a\u00e9");
    EXPECT_EQ(shortened("\u20ac", 2), "");
    EXPECT_EQ(shortened("", 0), "");
}

TEST(Utf8, IsValidForEveryCodePointButSurrogates) {
    for (unsigned code_point = 0; code_point < 0x120000; ++code_point) {
        const bool exists = code_point < 0x110000 && (code_point < 0xD800 || code_point > 0xDFFF);
        ASSERT_EQ(is_valid_utf8(utf8(code_point)), exists) << std::hex << code_point;
    }
}

TEST(Utf8, IsInvalidWhenOverlongCutOrStray) {
    for (const auto& text : {"\x80"s,
                             "\xBF"s,
                             "\xC0\x80"s,
                             "\xC1\xBF"s,
                             "\xC3"s,
                             "\xC3("s,
                             "\xE0\x80\x80"s,
                             "\xE0\x9F\xBF"s,
                             "\xE2\x82"s,
                             "\xE2\x82("s,
                             "\xED\xA0\x80"s,
                             "\xED\xBF\xBF"s,
                             "\xF0\x80\x80\x80"s,
                             "\xF0\x8F\xBF\xBF"s,
                             "\xF0\x9F\x98"s,
                             "\xF4\x90\x80\x80"s,
                             "\xF5\x80\x80\x80"s,
                             "\xFE"s,
                             "\xFF"s,
                             "\xC3\xA9\xA9"s}) {
        EXPECT_FALSE(is_valid_utf8(text)) << to_hex(text);
        EXPECT_FALSE(is_valid_utf8("12345678" + text + "12345678")) << to_hex(text);
    }
    EXPECT_TRUE(is_valid_utf8(""));
    EXPECT_TRUE(is_valid_utf8("\0"s));
}

TEST(Utf8, IsMadeValidByReplacingWhatIsNot) {
    EXPECT_EQ(replace_invalid_utf8("plain é"), "plain é");
    EXPECT_EQ(replace_invalid_utf8("a\xFF"
                                   "b"),
              "a\uFFFD"
              "b");
    EXPECT_EQ(replace_invalid_utf8("\xE2\x82"), "\uFFFD\uFFFD");
}

RC_GTEST_PROP(Utf8, IsValidAfterReplacing, (const std::string& text)) {
    const auto replaced = replace_invalid_utf8(text);
    RC_ASSERT(is_valid_utf8(replaced));
    RC_ASSERT((replaced == text) == is_valid_utf8(text));
}

TEST(Text, CountsCodePoints) {
    EXPECT_EQ(count_characters(""), 0U);
    EXPECT_EQ(count_characters("abc"), 3U);
    EXPECT_EQ(count_characters("añ€😀"), 4U);
    EXPECT_EQ(count_characters("sixteen letters, then añ€😀 and some more"), 40U);
}

TEST(Text, IsLoweredInAsciiOnly) {
    EXPECT_EQ(ascii_lower("AZaz09@[`{ÀÉ"), "azaz09@[`{ÀÉ");
    EXPECT_TRUE(equals_ignoring_case("Content-LENGTH", "content-length"));
    EXPECT_FALSE(equals_ignoring_case("content-length", "content-lengt"));
    EXPECT_FALSE(equals_ignoring_case("É", "é"));
    EXPECT_FALSE(equals_ignoring_case("@", "`"));
    EXPECT_TRUE(equals_ignoring_case("", ""));
}

TEST(Text, IsTrimmedOfAsciiWhiteSpace) {
    EXPECT_EQ(trim(" \t\r\n\v\fa b \n"), "a b");
    EXPECT_EQ(trim(" \t "), "");
    EXPECT_EQ(trim(""), "");
    EXPECT_EQ(trim("\u00A0a"), "\u00A0a");
}

TEST(Text, IsShownInHex) {
    EXPECT_EQ(to_hex("\x00\x1F\xAB\xFF"s), "001fabff");
    EXPECT_EQ(to_hex(""), "");
}

TEST(EmailAddress, KeepsTheAddressAsGivenAndComparesWithoutCase) {
    const auto address = EmailAddress::parse(" Ada@Example.ORG ").value();
    EXPECT_EQ(address.text(), "Ada@Example.ORG");
    EXPECT_EQ(address.key(), "ada@example.org");
    EXPECT_EQ(EmailAddress::parse("ÀDA@ÉXAMPLE.org").value().key(), "Àda@Éxample.org");
}

TEST(EmailAddress, TakesWhatMailServersTake) {
    for (const auto& text :
         {"a@b.c"s, "ada.lovelace+tag@example.co.uk"s, "!#$%&'*+-/=?^_`{|}~@example.org"s, "1@2.3"s,
          "ñandú@ejemplo.es"s, "用户@例子.广告"s, "a@xn--fsq.example"s, "a@b-c.d-e"s, "a@b.c1"s,
          std::string(64, 'a') + "@example.org", "a@" + std::string(63, 'b') + ".org", "a@b." + std::string(63, 'c')}) {
        EXPECT_TRUE(EmailAddress::parse(text).ok()) << text;
    }
}

TEST(EmailAddress, RefusesEverythingElse) {
    for (const auto& text : {""s,
                             " "s,
                             "a"s,
                             "@"s,
                             "a@"s,
                             "@b.c"s,
                             "a@b"s,
                             "a@b."s,
                             "a@.c"s,
                             "a@b..c"s,
                             "a@b.c."s,
                             ".a@b.c"s,
                             "a.@b.c"s,
                             "a..b@c.d"s,
                             "a@b@c.d"s,
                             "a b@c.d"s,
                             "a@b c.d"s,
                             "\"a\"@b.c"s,
                             "\"a b\"@b.c"s,
                             "(note)a@b.c"s,
                             "a@b.c(note)"s,
                             "a@[127.0.0.1]"s,
                             "a@[IPv6:::1]"s,
                             "<a@b.c>"s,
                             "Ada <a@b.c>"s,
                             "a,b@c.d"s,
                             "a;b@c.d"s,
                             "a:b@c.d"s,
                             "a\\b@c.d"s,
                             "a@-b.c"s,
                             "a@b-.c"s,
                             "a@b.c-"s,
                             "a@b_c.d"s,
                             "a@b/c.d"s,
                             "a\0b@c.d"s,
                             "a@b.c\0"s,
                             "a\tb@c.d"s,
                             "a\nb@c.d"s,
                             "a\x7F@c.d"s,
                             "a@b\u0085.c"s,
                             "a\u009F@b.c"s,
                             "\u00A0a@b.c"s,
                             "a\u3000b@c.d"s,
                             "a@b\u2009.c"s,
                             "a@b.c\uFEFF"s,
                             "a\xFF@b.c"s,
                             "a@b\xC3.c"s,
                             std::string(65, 'a') + "@example.org",
                             "a@" + std::string(64, 'b') + ".org"}) {
        const auto address = EmailAddress::parse(text);
        ASSERT_FALSE(address.ok()) << text;
        EXPECT_EQ(address.error().kind, ErrorKind::Invalid);
        EXPECT_EQ(address.error().problems[0].path, "");
    }
}

TEST(EmailAddress, HasAtMost200Characters) {
    const auto of_length = [](std::size_t length) {
        std::string text = "ñ@";
        while (length - count_characters(text) > 60) { text += std::string(58, 'b') + "."; }
        return text + std::string(length - count_characters(text) - 2, 'c') + ".d";
    };
    EXPECT_EQ(count_characters(of_length(200)), 200U);
    EXPECT_TRUE(EmailAddress::parse(of_length(200)).ok());
    EXPECT_TRUE(EmailAddress::parse("  " + of_length(200)).ok());
    EXPECT_EQ(EmailAddress::parse(of_length(201)).error().problems[0].reason, "must have at most 200 characters");
}

TEST(PhoneNumber, IsInternationalWithoutSpacesAndDashes) {
    EXPECT_EQ(PhoneNumber::parse("+34651234567", "34").value().text(), "+34651234567");
    EXPECT_EQ(PhoneNumber::parse(" +44 20-7946 0018 ", "34").value().text(), "+442079460018");
    EXPECT_EQ(PhoneNumber::parse("651 23 45 67", "34").value().text(), "+34651234567");
    EXPECT_EQ(PhoneNumber::parse("+1234567", "34").value().text(), "+1234567");
    EXPECT_EQ(PhoneNumber::parse("+123456789012345", "34").value().text(), "+123456789012345");
}

TEST(PhoneNumber, HasSevenToFifteenDigits) {
    for (const auto& text :
         {""s, "+"s, "+123456"s, "+1234567890123456"s, "1234"s, "12345678901234"s, "++34651234567"s, "+34 651a234567"s,
          "+34(651)234567"s, "+34.651234567"s, "+34\t651234567"s, "abcdefghi"s, "+3465123456\0"s, "34+651234567"s}) {
        const auto number = PhoneNumber::parse(text, "34");
        ASSERT_FALSE(number.ok()) << text;
        EXPECT_EQ(number.error().kind, ErrorKind::Invalid);
    }
}

TEST(PercentDecoding, IsDoneOnce) {
    EXPECT_EQ(percent_decode("a%40b.com", PlusIs::Itself).value(), "a@b.com");
    EXPECT_EQ(percent_decode("a%2Fb%2fc", PlusIs::Itself).value(), "a/b/c");
    EXPECT_EQ(percent_decode("%2540", PlusIs::Itself).value(), "%40");
    EXPECT_EQ(percent_decode("%C3%A9é", PlusIs::Itself).value(), "éé");
    EXPECT_EQ(percent_decode("", PlusIs::Space).value(), "");
    EXPECT_EQ(percent_decode("a+b%2B", PlusIs::Itself).value(), "a+b+");
    EXPECT_EQ(percent_decode("a+b%2B", PlusIs::Space).value(), "a b+");
}

TEST(PercentDecoding, RefusesBadEscapesBadUtf8AndNul) {
    for (const auto& text : {"%"s, "%4"s, "a%"s, "%4g"s, "%g4"s, "%%40"s, "% 4"s, "%+4"s, "%-4"s, "%0x"s, "%C3"s,
                             "%FF"s, "%ED%A0%80"s, "\xFF"s, "%00"s, "a\0"s}) {
        const auto decoded = percent_decode(text, PlusIs::Itself);
        ASSERT_FALSE(decoded.ok()) << text;
        EXPECT_EQ(decoded.error().kind, ErrorKind::BadRequest);
    }
}

TEST(PercentEncoding, EscapesAllButUnreservedCharacters) {
    EXPECT_EQ(percent_encode("AZaz09-._~"), "AZaz09-._~");
    EXPECT_EQ(percent_encode("a b+c/d?e@é"), "a%20b%2Bc%2Fd%3Fe%40%C3%A9");
}

RC_GTEST_PROP(PercentEncoding, IsUndoneByDecoding, (const std::string& bytes)) {
    auto text = replace_invalid_utf8(bytes);
    std::erase(text, '\0');
    RC_ASSERT(percent_decode(percent_encode(text), PlusIs::Itself).value() == text);
    RC_ASSERT(percent_decode(percent_encode(text), PlusIs::Space).value() == text);
}

TEST(LetterCase, IsChangedInEveryScript) {
    EXPECT_EQ(upper_case("árbol, straße, ж1"), "ÁRBOL, STRAẞE, Ж1");
    EXPECT_EQ(lower_case("ÁRBOL, Ж1"), "árbol, ж1");
    EXPECT_EQ(capitalized("ñANDÚ corre"), "Ñandú corre");
    EXPECT_EQ(capitalized("1A"), "1a");
}

TEST(LetterCase, LeavesNothingAndBrokenBytesAlone) {
    EXPECT_EQ(upper_case(""), "");
    EXPECT_EQ(capitalized(""), "");
    EXPECT_EQ(upper_case("a\xff"
                         "b\xc3"),
              "A\xff"
              "B\xc3");
}

}  // namespace
}  // namespace tradewind::base
