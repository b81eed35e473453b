#include "api/if_match.h"

#include <gtest/gtest.h>

namespace tradewind::api {
namespace {

struct Thing {
    base::Instant updated_at;
};

// Whether a change of something that was last changed at 0x1f is made with these lines of the header.
bool is_changed(const std::vector<std::string>& lines) {
    net::RequestHead head;
    for (const auto& line : lines) { head.headers.push_back({.name = "If-Match", .value = line}); }
    return IfMatch(head)
        .guard([] { return std::optional(Thing{.updated_at = {0x1f}}); }, [] { return base::Result<void>(); })
        .ok();
}

TEST(IfMatch, HoldsWithoutAHeaderForTheTagAmongOthersAndForAStar) {
    EXPECT_TRUE(is_changed({}));
    EXPECT_TRUE(is_changed({R"("1f")"}));
    EXPECT_TRUE(is_changed({R"("2", "1f" )"}));
    EXPECT_TRUE(is_changed({R"("2")", R"("1f")"}));
    EXPECT_TRUE(is_changed({"*"}));
}

TEST(IfMatch, DoesNotHoldForOtherTagsWeakOnesAndNonsense) {
    for (const auto* const line : {R"("1e")", R"(W/"1f")", "1f", "", ",", R"("1f)"}) {
        EXPECT_FALSE(is_changed({line})) << line;
    }
}

TEST(IfMatch, LetsTheChangeRefuseFirst) {
    net::RequestHead head;
    head.headers.push_back({.name = "if-match", .value = R"("0")"});
    const auto refused = IfMatch(head).guard([] { return std::optional(Thing{.updated_at = {0x1f}}); },
                                             [] { return base::Result<void>(base::not_found("Gone.")); });
    EXPECT_EQ(refused.error().kind, base::ErrorKind::NotFound);
}

TEST(IfMatch, TheTagOfAnAnswerIsThatOfWhatItTellsOf) {
    const base::Instant at{1'767'225'600'123};
    EXPECT_EQ(tag_in(R"({"filters":{"updatedAt":1},"updatedAt":")" + at.text() + R"("})"), tag_of(at));
    for (const auto* const body : {"", "[]", "{}", R"({"updatedAt":1})", R"({"updatedAt":"soon"})"}) {
        EXPECT_EQ(tag_in(body), std::nullopt) << body;
    }
}

}  // namespace
}  // namespace tradewind::api
