#include "base/hmac.h"

#include <gtest/gtest.h>

namespace tradewind::base {
namespace {

// RFC 4231, cases 2 and 6.
TEST(Hmac, IsThatOfTheStandard) {
    EXPECT_EQ(hmac_sha256_hex("Jefe", "what do ya want for nothing?"),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_EQ(hmac_sha256_hex(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
              "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    EXPECT_EQ(hmac_sha256_hex("", "").size(), 64U);
}

TEST(Hmac, IsToldInBase64) {
    EXPECT_EQ(hmac_sha256_base64("Jefe", "what do ya want for nothing?"),
              "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=");
}

// RFC 4648, section 10.
TEST(Hmac, KeysAreReadFromBase64AndFromNothingElse) {
    struct Row {
        const char* text;
        const char* key;
    };
    for (const auto& row :
         {Row{"", ""}, Row{"Zg==", "f"}, Row{"Zm8=", "fo"}, Row{"Zm9v", "foo"}, Row{"//4=", "\xff\xfe"}}) {
        EXPECT_EQ(key_from_base64(row.text), row.key);
    }
    for (const auto* text : {"Z", "Zg", "Zg=", "Zg===", "Zm9v!", "Zm 9v", "Zm9v\n", "__4="}) {
        EXPECT_FALSE(key_from_base64(text)) << text;
    }
}

TEST(Hmac, IsRecognisedInEitherCaseAndNothingElseIs) {
    const auto code = hmac_sha256_hex("key", "text");
    auto upper = code;
    for (auto& c : upper) { c = static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c); }
    EXPECT_TRUE(is_hmac_sha256(code, "key", "text"));
    EXPECT_TRUE(is_hmac_sha256(upper, "key", "text"));
    EXPECT_FALSE(is_hmac_sha256(code, "key", "texts"));
    EXPECT_FALSE(is_hmac_sha256(code, "keys", "text"));
    EXPECT_FALSE(is_hmac_sha256(code.substr(1), "key", "text"));
    EXPECT_FALSE(is_hmac_sha256(code + "0", "key", "text"));
    EXPECT_FALSE(is_hmac_sha256("", "key", "text"));
}

}  // namespace
}  // namespace tradewind::base
