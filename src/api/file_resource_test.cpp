#include "api/file_resource.h"

#include <gtest/gtest.h>

#include <fstream>

#include "api/api_test.h"
#include "base/signed_link.h"
#include "storage/testing/test_clock.h"

namespace tradewind::api {
namespace {

using std::chrono::minutes;

class FileResource : public ApiTest {
  protected:
    FileResource() {
        public_address.set("http://x");
        std::ofstream(folder.path() / "kept") << "bytes";
        services = std::make_unique<Services>(Services{.database = *database,
                                                       .sources = turned,
                                                       .secret_key = secret_key,
                                                       .public_address = public_address,
                                                       .files = files,
                                                       .worker = executor,
                                                       .import_bytes_max = 1});
        serve(file_routes(*services, {{.purpose = "export", .answer = answer_of("application/zip")},
                                      {.purpose = "import-report", .answer = answer_of("text/csv; charset=utf-8")},
                                      {.purpose = "named", .answer = answer_of("text/csv", "Größe\t\"1\".csv")}}));
    }

    std::function<void(Call&, const std::string&)> answer_of(std::string_view type, std::string name = "a-file.x") {
        return [this, type, name = std::move(name)](Call& call, const std::string& object) {
            answer_file(call.answer, {.path = files.path_of(object),
                                      .content_type = type,
                                      .name = name,
                                      .range = wanted_range(call.request.head)});
        };
    }
    std::string link(std::string_view purpose, std::string object) {
        const auto address =
            link_to_file(*services, {.purpose = purpose, .object = std::move(object), .lifetime = minutes(100)});
        return address.substr(std::string_view("http://x").size());
    }
    net::HttpResponse get(std::string target) { return ask({.method = net::Method::Get, .target = std::move(target)}); }

    storage::TestClock turned_clock;
    base::Sources turned{.clock = turned_clock, .random = random, .ids = ids};
    std::unique_ptr<Services> services;
};

TEST_F(FileResource, AnswersTheFileOfALinkWithoutAKeyUntilItExpires) {
    const auto target = link("export", "kept");
    EXPECT_TRUE(target.starts_with("/files/")) << target;
    const auto answer = get(target);
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.file.value().length, 5U);
    EXPECT_NE(answer.header_lines.find("Content-Type: application/zip\r\n"), std::string::npos);
    EXPECT_NE(answer.header_lines.find("Content-Disposition: attachment; filename=\"a-file.x\"\r\n"),
              std::string::npos);
    EXPECT_EQ(ask({.method = net::Method::Head, .target = target}).status, 200);

    turned_clock.turn(minutes(100) - std::chrono::milliseconds(1));
    EXPECT_EQ(get(target).status, 200);
    turned_clock.turn(std::chrono::milliseconds(1));
    EXPECT_EQ(get(target).status, 404);
}

TEST_F(FileResource, AnswersTheRangeThatIsWanted) {
    const Asked asked{.method = net::Method::Get, .target = link("export", "kept")};
    const auto with = [&](std::vector<net::Header> headers, net::Method method = net::Method::Get) {
        auto ranged = asked;
        ranged.method = method;
        ranged.headers = std::move(headers);
        return ask(ranged);
    };
    const auto part = with({{.name = "Range", .value = "bytes=1-2"}});
    ASSERT_EQ(part.status, 206);
    EXPECT_EQ(part.file.value().offset, 1U);
    EXPECT_EQ(part.file.value().length, 2U);
    EXPECT_NE(part.header_lines.find("Content-Range: bytes 1-2/5\r\n"), std::string::npos);
    const auto outside = with({{.name = "Range", .value = "bytes=5-"}});
    ASSERT_EQ(outside.status, 416);
    EXPECT_NE(outside.header_lines.find("Content-Range: bytes */5\r\n"), std::string::npos);
    EXPECT_NE(outside.body.find(R"("title":"Range Not Satisfiable")"), std::string::npos) << outside.body;
    EXPECT_EQ(with({{.name = "Range", .value = "bytes=0-1,3-4"}}).status, 200) << "several are as good as none";
    EXPECT_EQ(with({{.name = "Range", .value = "bytes=1-2"}, {.name = "If-Range", .value = "\"x\""}}).status, 200);
    EXPECT_EQ(with({{.name = "Range", .value = "bytes=1-2"}}, net::Method::Head).status, 200);
}

TEST_F(FileResource, OpensByPurpose) {
    const auto answer = get(link("import-report", "kept"));
    EXPECT_EQ(answer.status, 200);
    EXPECT_NE(answer.header_lines.find("Content-Type: text/csv"), std::string::npos);
    EXPECT_EQ(get(link("nobody-knows", "kept")).status, 404);
}

// Whether char is signed or not: `make check` compiles this both ways.
TEST_F(FileResource, TellsANameTwiceThatOldClientsCannotRead) {
    const auto answer = get(link("named", "kept"));
    EXPECT_NE(answer.header_lines.find("Content-Disposition: attachment; filename=\"Gr____e__1_.csv\"; "
                                       "filename*=UTF-8''Gr%C3%B6%C3%9Fe%09%221%22.csv\r\n"),
              std::string::npos)
        << answer.header_lines;
}

TEST_F(FileResource, SaysTheSameOfEverythingThatOpensNothing) {
    const auto gone = get(link("export", "gone"));
    EXPECT_EQ(gone.status, 404);
    auto changed = link("export", "kept");
    changed.back() = changed.back() == 'A' ? 'Q' : 'A';
    const std::vector<std::string> targets{changed, "/files/x", "/files/" + std::string(2000, 'A'),
                                           link("nobody-knows", "kept")};
    for (const auto& target : targets) {
        const auto answer = get(target);
        EXPECT_EQ(answer.status, 404) << target;
        EXPECT_EQ(answer.body, gone.body);
    }
    EXPECT_EQ(get("/files/%00x").status, 400);
}

}  // namespace
}  // namespace tradewind::api
