#include "base/base64.h"

#include <gtest/gtest.h>

namespace tradewind::base {
namespace {

// RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandardAndBack) {
    struct Row {
        const char* bytes;
        const char* text;
    };
    for (const auto& row :
         {Row{"", ""}, Row{"f", "Zg=="}, Row{"fo", "Zm8="}, Row{"foo", "Zm9v"}, Row{"foob", "Zm9vYg=="},
          Row{"fooba", "Zm9vYmE="}, Row{"foobar", "Zm9vYmFy"}, Row{"\xff\xfe", "//4="}}) {
        EXPECT_EQ(to_base64(row.bytes), row.text);
        EXPECT_EQ(from_base64(row.text), row.bytes);
    }
}

TEST(Base64, RefusesWhatIsNot) {
    for (const auto* text : {"Z", "Zg", "Zg=", "Zg===", "Zm9v!", "Zm 9v", "Zm9v\n", "__4="}) {
        EXPECT_FALSE(from_base64(text)) << text;
    }
}

}  // namespace
}  // namespace tradewind::base
