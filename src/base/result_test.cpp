#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace tradewind::base {
namespace {

Result<std::unique_ptr<int>> number(bool works) {
    if (!works) { return bad_request("no number"); }
    return std::make_unique<int>(7);
}

Result<void> check(bool works) {
    if (!works) { return conflict("no"); }
    return {};
}

Result<int> doubled(bool works) {
    const auto value = TRY(number(works));
    return *value * 2;
}

Result<std::unique_ptr<int>> passed_on(bool works) {
    return TRY(number(works));
}

Result<int> checked(bool works, int& calls_after) {
    TRY(check(works));
    ++calls_after;
    return calls_after;
}

TEST(Result, HoldsAValueOrAnError) {
    const Result<int> value = 3;
    EXPECT_TRUE(value.ok());
    EXPECT_TRUE(static_cast<bool>(value));
    EXPECT_EQ(value.value(), 3);

    const Result<int> error = not_found("nothing here");
    EXPECT_FALSE(error.ok());
    EXPECT_EQ(error.error().kind, ErrorKind::NotFound);
    EXPECT_EQ(error.error().detail, "nothing here");
}

TEST(Result, OfNothingIsFineOrAnError) {
    EXPECT_TRUE(check(true).ok());
    EXPECT_EQ(check(false).error().kind, ErrorKind::Conflict);
}

TEST(Result, GivesItsValueToBeChangedOrTaken) {
    EXPECT_EQ(Result<std::string>("text").value(), "text");
    auto changed = Result<std::string>("text");
    changed.value() += "s";
    EXPECT_EQ(std::move(changed).take(), "texts");
}

TEST(Try, MovesTheValueOutOrReturnsTheError) {
    EXPECT_EQ(doubled(true).value(), 14);
    EXPECT_EQ(doubled(false).error().detail, "no number");
    EXPECT_EQ(*passed_on(true).value(), 7);
    EXPECT_EQ(passed_on(false).error().kind, ErrorKind::BadRequest);
}

TEST(Try, OfNothingGoesOnOrReturnsTheError) {
    int calls_after = 0;
    EXPECT_EQ(checked(true, calls_after).value(), 1);
    EXPECT_EQ(checked(false, calls_after).error().detail, "no");
    EXPECT_EQ(calls_after, 1);
}

}  // namespace
}  // namespace tradewind::base
