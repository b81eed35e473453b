#include "api/error_response.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace tradewind::api {
namespace {

TEST(ErrorResponse, TellsAHundredProblemsAndHowManyMoreThereAre) {
    std::vector<base::Problem> problems(problems_told_max, {"/x", "is bad"});
    EXPECT_EQ(error_response(base::invalid(problems)).body.find("moreValidationErrors"), std::string::npos);
    problems.resize(1'234, {"/y", "is bad"});
    const auto document = base::JsonDocument::parse(error_response(base::invalid(problems)).body).take();
    EXPECT_EQ(document.root().find("validationErrors")->size(), 100U);
    EXPECT_EQ(document.root().find("moreValidationErrors")->digits(), "1134");
}

TEST(ErrorResponse, NamesTheLastPartOfThePathAsItIsInTheBody) {
    const auto response = error_response(base::invalid("/a/b~1c~0d", "is wrong"));
    EXPECT_NE(response.body.find(R"({"name":"b/c~d","path":"/a/b~1c~0d","reason":"is wrong"})"), std::string::npos);
}

TEST(ErrorResponse, HasTheShapeThatClientsKnow) {
    const auto response = error_response(base::not_found("There is no \"x\"."));
    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(response.body, R"({"status":404,"title":"Not Found","detail":"There is no \"x\"."})"
                             "\n");
    EXPECT_EQ(response.header_lines, "Content-Type: application/json; charset=utf-8\r\n");
}

TEST(ErrorResponse, ListsEveryProblemWithTheLastPartOfItsPathAsName) {
    const auto response = error_response(base::invalid({{"/filters/segmentId", "is unknown"}, {"/page", "is bad"}}));
    EXPECT_EQ(response.status, 422);
    EXPECT_NE(response.body.find(R"("title":"Unprocessable entity")"), std::string::npos);
    EXPECT_NE(response.body.find(
                  R"("validationErrors":[{"name":"segmentId","path":"/filters/segmentId","reason":"is unknown"},)"
                  R"({"name":"page","path":"/page","reason":"is bad"}]})"),
              std::string::npos);
}

TEST(ErrorResponse, CarriesItsCodeAndItsListsAtTheTop) {
    const auto response = error_response(base::coded("E0103", "No.", {{"productIds", {"a", "b\""}}, {"none", {}}}));
    EXPECT_EQ(response.body,
              R"({"status":400,"title":"Bad Request","detail":"No.","code":"E0103","productIds":["a","b\""],"none":[]})"
              "\n");
}

TEST(ErrorResponse, SaysWhatBecameOfAWriteAndWhenToComeBack) {
    const auto none = error_response(base::unavailable(base::Outcome::None, "queue full"));
    EXPECT_EQ(none.status, 503);
    EXPECT_NE(none.body.find(R"("outcome":"none")"), std::string::npos);
    EXPECT_NE(none.header_lines.find("Retry-After: "), std::string::npos);
    EXPECT_EQ(none.body.find("queue full"), std::string::npos) << "a cause is for the log alone";
    const auto unknown = error_response(base::unavailable(base::Outcome::Unknown, ""));
    EXPECT_NE(unknown.body.find(R"("outcome":"unknown")"), std::string::npos);
}

TEST(ErrorResponse, AsksForAKeyWhenThereIsNone) {
    const auto response = error_response({.kind = base::ErrorKind::Unauthorized, .detail = "No."});
    EXPECT_EQ(response.status, 401);
    EXPECT_NE(response.header_lines.find("WWW-Authenticate: apiKey\r\n"), std::string::npos);
}

TEST(ErrorResponse, NamesStatusesOfHttpAlone) {
    EXPECT_EQ(http_error_response(413, "Too long.").body,
              R"({"status":413,"title":"Content Too Large","detail":"Too long."})"
              "\n");
    EXPECT_NE(http_error_response(503, "Busy.").body.find(R"("outcome":"none")"), std::string::npos);
}

}  // namespace
}  // namespace tradewind::api
