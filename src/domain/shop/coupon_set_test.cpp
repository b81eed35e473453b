#include "domain/shop/coupon_set.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

base::Result<NewCouponSet> read(std::string_view json) {
    const auto document = base::JsonDocument::parse(json).take();
    return read_coupon_set(document.root());
}

std::vector<base::Problem> problems_of(std::string_view json) {
    const auto set = read(json);
    return set ? std::vector<base::Problem>() : set.error().problems;
}

TEST(CouponSet, IsReadByItsType) {
    const auto single = read(R"({"name": "Summer", "type": "single", "code": "S26", "quantity": 3})").take();
    EXPECT_EQ(single.set.code, "S26");
    EXPECT_EQ(single.set.quantity, 3);
    EXPECT_FALSE(read(R"({"name": "Summer", "type": "single", "code": "S26", "quantity": null})").take().set.quantity);
    const auto multiple = read(R"({"name": "Back", "type": "multiple", "codes": ["a", "A"]})").take();
    EXPECT_EQ(multiple.codes, (std::vector<std::string>{"a", "A"}));
    EXPECT_TRUE(read(R"({"name": "Back", "type": "multiple"})").take().codes.empty());
}

TEST(CouponSet, TellsWhatDoesNotFitItsType) {
    using Problems = std::vector<base::Problem>;
    EXPECT_EQ(
        problems_of(R"({"name": "N", "type": "single", "codes": []})"),
        (Problems{{"/code", "is required for a single set"}, {"/codes", "is only for sets of the type multiple"}}));
    EXPECT_EQ(problems_of(R"({"name": "N", "type": "multiple", "code": "c", "quantity": 1})"),
              (Problems{{"/code", "is only for sets of the type single"},
                        {"/quantity", "is only for sets of the type single"}}));
    EXPECT_EQ(problems_of(R"({"name": "N", "type": "single", "code": 1})"), (Problems{{"/code", "must be a string"}}));
    EXPECT_EQ(problems_of(R"({"name": "N", "type": "both", "code": "c", "codes": ["c"]})"),
              (Problems{{"/type", "must be single or multiple"}}));
}

TEST(CouponSet, CodesAreComparedByteForByteAndHaveNoControlCharacters) {
    const auto repeated =
        problems_of(R"({"name": "N", "type": "multiple", "codes": ["a", "A", "a", "b\n", "", "é\u007f"]})");
    ASSERT_EQ(repeated.size(), 4U);
    EXPECT_EQ(repeated[0], (base::Problem{"/codes/2", "is repeated"}));
    EXPECT_EQ(repeated[1], (base::Problem{"/codes/3", "must not contain control characters"}));
    EXPECT_EQ(repeated[2].path, "/codes/4");
    EXPECT_EQ(repeated[3].path, "/codes/5");
    EXPECT_TRUE(check_coupon_code(" é ~"));
}

TEST(CouponSet, IsLowFromItsThresholdDown) {
    CouponSet set;
    set.assigned = 5;
    set.quantity = 8;
    EXPECT_FALSE(set.is_low());
    set.alert_threshold = 2;
    EXPECT_FALSE(set.is_low());
    set.assigned = 6;
    EXPECT_TRUE(set.is_low());
    set.quantity.reset();
    EXPECT_FALSE(set.is_low()) << "without end there are never few";
}

TEST(CouponSet, ExpiresAtItsMoment) {
    CouponSet set;
    EXPECT_FALSE(set.is_expired({5}));
    set.expires_at = base::Instant{5};
    EXPECT_FALSE(set.is_expired({4}));
    EXPECT_TRUE(set.is_expired({5}));
}

}  // namespace
}  // namespace tradewind::domain
