#include "base/error.h"

#include <gtest/gtest.h>

namespace tradewind::base {
namespace {

TEST(Error, OfEachKindKeepsItsWords) {
    EXPECT_EQ(bad_request("a").kind, ErrorKind::BadRequest);
    EXPECT_EQ(not_found("b").kind, ErrorKind::NotFound);
    EXPECT_EQ(conflict("c").kind, ErrorKind::Conflict);
    EXPECT_EQ(conflict("c").detail, "c");
}

TEST(Error, OfAnInvalidInputKeepsAllItsProblems) {
    const auto one = invalid("/name", "is required");
    EXPECT_EQ(one.kind, ErrorKind::Invalid);
    EXPECT_EQ(one.problems, (std::vector<Problem>{{"/name", "is required"}}));

    const auto two = invalid({{"/name", "is required"}, {"/currency", "is unknown"}});
    EXPECT_EQ(two.problems.size(), 2U);
    EXPECT_EQ(two.detail, one.detail);
}

TEST(Error, WithACodeIsABadRequestWithItsLists) {
    const auto error = coded("E0201", "No.", {{"allowedDomains", {"shop.example"}}});
    EXPECT_EQ(error.kind, ErrorKind::BadRequest);
    EXPECT_EQ(error.code, "E0201");
    EXPECT_EQ(error.lists, (std::vector<ErrorList>{{"allowedDomains", {"shop.example"}}}));
}

TEST(Error, OfAnUnavailableServiceTellsTheOutcomeAndKeepsTheCauseApart) {
    const auto none = unavailable(Outcome::None, "queue full");
    EXPECT_EQ(none.kind, ErrorKind::Unavailable);
    EXPECT_EQ(none.outcome, Outcome::None);
    EXPECT_EQ(none.cause, "queue full");
    EXPECT_EQ(none.detail.find("queue full"), std::string::npos);
    EXPECT_NE(none.detail, unavailable(Outcome::Unknown, "").detail);
}

}  // namespace
}  // namespace tradewind::base
