#include "api/query_string.h"

#include <gtest/gtest.h>

namespace tradewind::api {
namespace {

TEST(QueryString, DecodesNamesAndValuesInTheirOrder) {
    const auto query = QueryString::parse("a=1&b=x+y%2Bz&&c&a=2&=v").value();
    ASSERT_EQ(query.items().size(), 5U);
    EXPECT_EQ(query.find("a"), "1");
    EXPECT_EQ(query.find("b"), "x y+z");
    EXPECT_EQ(query.find("c"), "");
    EXPECT_EQ(query.find(""), "v");
    EXPECT_FALSE(query.find("d"));
}

TEST(QueryString, OfNothingIsEmpty) {
    EXPECT_TRUE(QueryString::parse("").value().items().empty());
}

TEST(QueryString, RefusesWhatCannotBeDecoded) {
    for (const std::string_view bad : {"a=%", "a=%4", "%zz=1", "a=%00", "a=%ff"}) {
        const auto refused = QueryString::parse(bad);
        ASSERT_FALSE(refused) << bad;
        EXPECT_EQ(refused.error().kind, base::ErrorKind::BadRequest) << bad;
    }
}

}  // namespace
}  // namespace tradewind::api
