#include "api/router.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "api/api_test.h"
#include "api/routes.h"
#include "storage/files/disk_reserve.h"

namespace tradewind::api {
namespace {

class RouterTest : public ApiTest {
  protected:
    RouterTest() {
        std::vector<Route> routes;
        routes.emplace_back(net::Method::Get, "/open", Public{}, BodyKind::Ignored,
                            [](Call& call) { call.answer.json({.status = 200, .body = "{}"}); });
        routes.emplace_back(net::Method::Get, "/things/{name}", domain::Scope::StoreRead, BodyKind::Ignored,
                            [](Call& call) { call.answer.json({.status = 200, .body = call.parameters.at(0)}); });
        routes.emplace_back(net::Method::Post, "/things/", domain::Scope::Admin, BodyKind::Json, [](Call& call) {
            call.answer.json({.status = 201, .body = std::string(call.request.body)});
        });
        routes.emplace_back(net::Method::Get, "/broken", Public{}, BodyKind::Ignored,
                            [](Call&) { throw std::runtime_error("the secret cause"); });
        serve(std::move(routes));
    }
};

TEST_F(RouterTest, BeginsNoFileOnAFullDisk) {
    const storage::TemporaryDirectory directory;
    std::uint64_t free_bytes = std::uint64_t{1} << 30U;
    storage::DiskReserve reserve(
        {.file = directory.path() / "reserve", .bytes = 4096, .free_bytes = [&] { return free_bytes; }}, log);
    const storage::FilesDirectory with_reserve(directory.path(), &reserve);
    static constexpr std::array<std::string_view, 1> types{"text/csv"};
    std::vector<Route> routes;
    routes.emplace_back(net::Method::Post, "/files/", Public{},
                        Upload{.files = &with_reserve, .bytes_max = 10, .content_types = types},
                        [](Call& call) { call.answer.no_content(); });
    serve(std::move(routes));
    const Asked upload{.method = net::Method::Post, .target = "/files", .content_type = "text/csv"};
    const Asked too_large{
        .method = net::Method::Post, .target = "/files", .content_type = "text/csv", .declared_length = 11};
    EXPECT_EQ(ask(upload).status, 204);
    reserve.give_up("a test");
    const auto refused = ask(upload);
    EXPECT_EQ(refused.status, 507);
    EXPECT_NE(refused.body.find(R"("outcome":"none")"), std::string::npos);
    EXPECT_EQ(ask(too_large).status, 413) << "what is wrong with the request is told first";
    reserve.take_back_if_there_is_room();
    EXPECT_EQ(ask(upload).status, 204);
}

TEST_F(RouterTest, SaysWhatRunsOnAFullDisk) {
    std::vector<std::string> beside_deletions;
    for (const auto& route : all_routes(make_services(), {})) {
        if (route.method() == net::Method::Delete) {
            EXPECT_EQ(route.space(), storage::Space::GivesBack) << route.path();
        } else if (route.space() == storage::Space::GivesBack) {
            beside_deletions.emplace_back(route.path());
        }
    }
    std::sort(beside_deletions.begin(), beside_deletions.end());
    EXPECT_EQ(
        beside_deletions,
        (std::vector<std::string>{"/admin/v1/coupon-sets/{id}/codes/remove", "/admin/v1/imports/{id}/cancel",
                                  "/admin/v1/purchase-imports/{id}/cancel", "/admin/v1/segments/{id}/members/remove"}));
}

TEST_F(RouterTest, MatchesThePathBeforeItAsksForAKey) {
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/nowhere"}).status, 404);
    const auto refused = ask({.method = net::Method::Delete, .target = "/things/a"});
    EXPECT_EQ(refused.status, 405);
    EXPECT_NE(refused.header_lines.find("Allow: GET, HEAD, OPTIONS\r\n"), std::string::npos);
    const auto options = ask({.method = net::Method::Options, .target = "/things"});
    EXPECT_EQ(options.status, 204);
    EXPECT_NE(options.header_lines.find("Allow: POST, OPTIONS\r\n"), std::string::npos);
    EXPECT_EQ(ask({.method = net::Method::Options, .target = "*"}).status, 204);
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/things/a"}).status, 401);
}

TEST_F(RouterTest, AsksForTheScopeOfTheRoute) {
    const auto reader = make_key({"store:read"});
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/things/a%2Fb/", .key = reader}).body, "a/b\n");
    const auto refused = ask({.method = net::Method::Post, .target = "/things", .key = reader, .body = "{}"});
    EXPECT_EQ(refused.status, 403);
    EXPECT_NE(refused.body.find("'admin'"), std::string::npos);
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/open"}).status, 200);
}

TEST_F(RouterTest, RefusesABodyItCannotReadBeforeItIsSent) {
    const auto admin = make_key({"admin"});
    const Asked json{.method = net::Method::Post, .target = "/things", .key = admin, .body = "{}"};
    const auto with_type = [&](std::string content_type) {
        auto asked = json;
        asked.content_type = std::move(content_type);
        return ask(asked).status;
    };
    EXPECT_EQ(with_type("application/json"), 201);
    EXPECT_EQ(with_type("Application/JSON ; charset=UTF-8"), 201);
    EXPECT_EQ(with_type("application/x-www-form-urlencoded"), 201);
    EXPECT_EQ(with_type("text/plain"), 201);
    EXPECT_EQ(with_type(""), 201);
    EXPECT_EQ(with_type("multipart/form-data; boundary=x"), 415);
    EXPECT_EQ(with_type("Multipart/Mixed"), 415);

    auto encoded = json;
    encoded.headers.push_back({.name = "Content-Encoding", .value = "gzip"});
    EXPECT_EQ(ask(encoded).status, 415);
    auto large = json;
    large.declared_length = json_body_bytes_max + 1;
    EXPECT_EQ(ask(large).status, 413);
    large.declared_length = json_body_bytes_max;
    EXPECT_EQ(ask(large).status, 201);
}

TEST_F(RouterTest, TellsTheClientOfAnUndecodableParameterOnlyAfterTheKey) {
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/things/%00"}).status, 401);
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/things/%00", .key = make_key({"store:read"})}).status, 400);
}

TEST_F(RouterTest, AnswersAFailureOfOursWithoutItsCause) {
    const auto failed = ask({.method = net::Method::Get, .target = "/broken"});
    EXPECT_EQ(failed.status, 500);
    EXPECT_EQ(failed.body.find("secret cause"), std::string::npos);
}

TEST_F(RouterTest, RefusesAQueryThatCannotBeDecodedOnEveryRoute) {
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/open?x=%00"}).status, 400);
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/open?x=%20"}).status, 200);
}

TEST_F(RouterTest, AnswersWithTheIdThatAClientGave) {
    const auto id_line = [&](std::string_view given, const std::string& target) {
        const auto lines =
            ask({.method = net::Method::Get, .target = target, .headers = {{"X-Request-Id", given}}}).header_lines;
        return lines.find("X-Request-Id: " + std::string(given) + "\r\n") != std::string::npos;
    };
    const std::string longest(128, 'a');
    EXPECT_TRUE(id_line("my-request.id_1", "/open"));
    EXPECT_TRUE(id_line(longest, "/nowhere"));
    EXPECT_FALSE(id_line(longest + "a", "/open"));
    EXPECT_FALSE(id_line("a b", "/open"));
    EXPECT_FALSE(id_line("", "/open"));
}

TEST_F(RouterTest, GivesEveryAnswerAnIdOfItsOwnAndTheFixedHeaders) {
    const auto one = ask({.method = net::Method::Get, .target = "/open"});
    const auto other = ask({.method = net::Method::Get, .target = "/nowhere"});
    for (const auto& response : {one, other}) {
        EXPECT_NE(response.header_lines.find("X-Request-Id: "), std::string::npos);
        EXPECT_NE(response.header_lines.find("Cache-Control: no-store\r\n"), std::string::npos);
        EXPECT_NE(response.header_lines.find("X-Content-Type-Options: nosniff\r\n"), std::string::npos);
    }
    EXPECT_NE(one.header_lines, other.header_lines);
}

TEST_F(RouterTest, NeedsNoKeyOnTheControlSocket) {
    origin = Origin::ControlSocket;
    std::vector<Route> routes;
    routes.emplace_back(net::Method::Get, "/who", domain::Scope::Admin, BodyKind::Ignored,
                        [](Call& call) { call.answer.json({.status = 200, .body = call.caller.actor().name}); });
    serve(std::move(routes));
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/who"}).body, "control-socket\n");
}

}  // namespace
}  // namespace tradewind::api
