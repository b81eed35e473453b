#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <future>

#include "net/http_server_fixture.h"

namespace tradewind::net {
namespace {

using namespace std::chrono_literals;

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

HttpService admitting(std::function<Admission(const RequestHead&)> admit) {
    auto service = service_with(echo);
    service.admit = std::move(admit);
    return service;
}

std::function<Admission(const RequestHead&)> refusing(int status) {
    return [status](const RequestHead& head) -> Admission {
        if (head.path == "/welcome")
            return Accepted{.body_bytes_max = 100, .ignore_body = false, .body_file = {}, .handle = &echo};
        return text_response("early", status);
    };
}

TEST(HttpServerBody, TakesBodiesOfEverySizeDeclaredOrChunked) {
    RunningServer running(service_with(
        [](const HttpRequest& request, Respond respond) { respond(text_response(std::string(request.body))); }));
    auto client = running.client();
    for (const std::size_t size : {0u, 1u, 4000u, 4096u, 70'000u, 1024u * 1024u}) {
        std::string body(size, 'b');
        for (std::size_t at = 0; at < size; at += 7) body[at] = static_cast<char>('a' + at % 26);
        client.send(post("/", body));
        EXPECT_TRUE(client.read_answer().body == body) << size;

        std::string chunks = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (std::size_t at = 0; at < size; at += 10'000) {
            const auto chunk = body.substr(at, 10'000);
            char length[20];
            std::snprintf(length, sizeof length, "%zx\r\n", chunk.size());
            chunks += length + chunk + "\r\n";
        }
        client.send(chunks + "0\r\n\r\n");
        EXPECT_TRUE(client.read_answer().body == body) << size;
    }
}

TEST(HttpServerBody, IgnoresABodyWhenToldTo) {
    RunningServer running(admitting([](const RequestHead&) -> Admission {
        return Accepted{.body_bytes_max = 100'000, .ignore_body = true, .body_file = {}, .handle = &echo};
    }));
    auto client = running.client();
    const std::string large(100'000, 'x');
    client.send(post("/small", "x") + post("/large", large) +
                "DELETE /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n" +
                get("/next"));
    for (const char* expected : {"/small ", "/large ", "/chunked ", "/next "})
        EXPECT_EQ(client.read_answer().body, expected);
    client.send(post("/", large + "x"));
    EXPECT_EQ(client.read_answer().status, 413);
}

TEST(HttpServerBody, StreamsABodyIntoAFile) {
    const TestFolder folder;
    RunningServer running(admitting([&](const RequestHead&) -> Admission {
        return Accepted{.body_bytes_max = 10'000'000,
                        .ignore_body = false,
                        .body_file = folder / "upload",
                        .handle = [](const HttpRequest& request, Respond respond) {
                            EXPECT_EQ(request.body, "");
                            struct stat found {};
                            EXPECT_EQ(::stat(request.body_file->c_str(), &found), 0);
                            EXPECT_EQ(found.st_mode & 07777, 0600u);
                            respond(text_response(read_file(*request.body_file)));
                        }};
    }));
    auto client = running.client();
    const std::string large(5'000'000, 'f');
    for (const auto& body : {std::string("small"), large, std::string()}) {
        client.send(post("/", body));
        EXPECT_TRUE(client.read_answer().body == body) << body.size();
        EXPECT_TRUE(std::filesystem::remove(folder / "upload")) << "It belongs to the handler and stays.";
        client.send("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
        EXPECT_EQ(client.read_answer().body, "abc");
        EXPECT_TRUE(std::filesystem::remove(folder / "upload"));
    }
    EXPECT_TRUE(folder.is_empty());
}

TEST(HttpServerBody, LeavesNoFileBehindWhenTheBodyDoesNotArrive) {
    const TestFolder folder;
    RunningServer running(admitting([&](const RequestHead&) -> Admission {
        return Accepted{.body_bytes_max = 100, .ignore_body = false, .body_file = folder / "upload", .handle = &echo};
    }));
    const auto begins = [&](RawClient& client) {
        client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
        return comes_true([&] { return read_file(folder / "upload") == "abc"; });
    };
    const auto file_is_gone = [&] { return folder.is_empty(); };

    auto breaks_off = running.client();
    EXPECT_TRUE(begins(breaks_off));
    breaks_off.finish_sending();
    EXPECT_TRUE(comes_true(file_is_gone));

    auto vanishes = running.client();
    EXPECT_TRUE(begins(vanishes));
    vanishes.vanish();
    EXPECT_TRUE(comes_true(file_is_gone));

    auto breaks_framing = running.client();
    EXPECT_TRUE(begins(breaks_framing));
    breaks_framing.send("no chunk\r\n");
    EXPECT_EQ(breaks_framing.read_answer().status, 400);
    EXPECT_TRUE(folder.is_empty());

    auto sends_too_much = running.client();
    EXPECT_TRUE(begins(sends_too_much));
    sends_too_much.send("62\r\n" + std::string(0x62, 'x') + "\r\n");
    EXPECT_EQ(sends_too_much.read_answer().status, 413);
    EXPECT_TRUE(folder.is_empty());

    auto outlives_the_server = running.client();
    EXPECT_TRUE(begins(outlives_the_server));
    running.server.reset();
    EXPECT_TRUE(folder.is_empty());
}

TEST(HttpServerBody, SaysThatAFileCannotBeWritten) {
    const TestFolder folder;
    std::ofstream(folder / "exists") << "precious";
    RunningServer running(admitting([&](const RequestHead& head) -> Admission {
        return Accepted{.body_bytes_max = 10'000'000,
                        .ignore_body = false,
                        .body_file = folder / head.path.substr(1),
                        .handle = &echo};
    }));
    testing::internal::CaptureStderr();
    EXPECT_EQ(running.ask(post("/no/such/folder", "x")).status, 500);
    EXPECT_EQ(running.ask(post("/exists", "x")).status, 500);
    EXPECT_EQ(read_file(folder / "exists"), "precious");

    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{.rlim_cur = 1'000'000, .rlim_max = before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    EXPECT_EQ(running.ask(post("/large", std::string(2'000'000, 'x'))).status, 500);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_FALSE(std::filesystem::exists(folder / "large"));
    const auto logged = testing::internal::GetCapturedStderr();
    EXPECT_NE(logged.find("cannot store a request body"), std::string::npos) << logged;
}

TEST(HttpServerBody, AsksForABodyThatIsHeldBack) {
    RunningServer running(service_with(echo));
    auto client = running.client();
    client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(client.read_answer().status_line, "HTTP/1.1 100 Continue");
    client.send("abc");
    EXPECT_EQ(client.read_answer().body, "/a abc");

    client.send(post("/here", "abc", "Expect: 100-continue\r\n"));
    EXPECT_EQ(client.read_answer().body, "/here abc") << "What is here already is not asked for.";

    client.send("POST /begun HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nExpect: 100-continue\r\n\r\nabc");
    EXPECT_EQ(running.ask(get("/other")).body, "/other ");
    client.send("def");
    EXPECT_EQ(client.read_answer().body, "/begun abcdef") << "What has begun to come neither.";

    client.send(post("/nothing", "", "Expect: 100-continue\r\n"));
    EXPECT_EQ(client.read_answer().body, "/nothing ");
}

TEST(HttpServerBody, DoesNotAskForABodyItRefuses) {
    struct Case {
        const char* why;
        int status;
        const char* request;
    };
    const Case cases[] = {
        {"refused by the service", 401,
         "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"},
        {"declared too large", 413,
         "POST /welcome HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\nExpect: 100-continue\r\n\r\n"},
    };
    RunningServer running(admitting(refusing(401)));
    for (const auto& one : cases) {
        auto client = running.client();
        client.send(one.request);
        const auto answer = client.read_answer();
        EXPECT_EQ(answer.status, one.status) << one.why;
        EXPECT_EQ(answer.header("Connection"), "close") << one.why;
        EXPECT_TRUE(client.is_closed_in_order()) << one.why;
    }
}

TEST(HttpServerBody, ReadsAndDropsTheBodyAfterAnEarlyRefusalAndGoesOn) {
    RunningServer running(admitting(refusing(401)));
    auto client = running.client();
    const std::string body(900 * 1024, 'x');
    for (int round = 0; round < 2; ++round) {
        ASSERT_TRUE(client.send(post("/", body)));
        const auto answer = client.read_answer();
        EXPECT_EQ(answer.status, 401);
        EXPECT_EQ(answer.header("Connection"), "(none)");
        client.send(post("/welcome", "in"));
        EXPECT_EQ(client.read_answer().body, "/welcome in");
    }
    ASSERT_TRUE(client.send(post("/welcome", body)));
    EXPECT_EQ(client.read_answer().status, 413);
    client.send(post("/welcome", "in"));
    EXPECT_EQ(client.read_answer().body, "/welcome in");
}

TEST(HttpServerBody, AnswersAnEarlyRefusalBeforeTheBodyComes) {
    RunningServer running(admitting(refusing(403)));
    auto client = running.client();
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n");
    EXPECT_EQ(client.read_answer().status, 403);
    client.send("abc" + get("/welcome"));
    EXPECT_EQ(client.read_answer().body, "/welcome ");
}

// More than the buffers of two sockets hold: when all of it is sent, the server has taken much of it.
std::string large_body() {
    return std::string(40'000'000, 'x');
}

TEST(HttpServerBody, DropsHoweverMuchComesAfterAnEarlyRefusalAndCloses) {
    RunningServer running(admitting(refusing(403)),
                          {.dropped_body_bytes_max = 100'000, .linger_time_max = 3 * patience});
    const std::string heads[] = {
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n186a1\r\n",
    };
    for (const auto& head : heads) {
        auto client = running.client();
        ASSERT_TRUE(client.send(head + std::string(90'000, 'x')));
        const auto answer = client.read_answer();
        EXPECT_EQ(answer.status, 403);
        EXPECT_EQ(answer.header("Connection"), "close");
        EXPECT_TRUE(client.is_closed_in_order());
        EXPECT_TRUE(client.send(large_body()));
    }
}

TEST(HttpServerBody, DropsMuchFromSoManyAtOnceAndSomethingFromEveryone) {
    RunningServer running(admitting(refusing(403)),
                          {.dropped_body_bytes_max = 100'000, .linger_time_max = 3 * patience, .dropping_more_max = 2},
                          2);
    const auto refused_client = [&] {
        auto client = running.client();
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n" + std::string(90'000, 'x'));
        EXPECT_EQ(client.read_answer().status, 403);
        EXPECT_TRUE(client.is_closed_in_order());
        return client;
    };
    std::optional<RawClient> first(refused_client());
    auto second = refused_client();
    EXPECT_TRUE(first->send(large_body()));
    EXPECT_TRUE(second.send(large_body()));
    EXPECT_FALSE(refused_client().send(large_body()));
    first.reset();
    EXPECT_TRUE(comes_true([&] { return refused_client().send(large_body()); })) << "The place is free again.";
}

TEST(HttpServerBody, DoesNotLingerForEver) {
    RunningServer running(admitting(refusing(403)), {.connections_max = 1, .linger_time_max = 100ms});
    auto client = running.client();
    client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    EXPECT_EQ(client.read_answer().status, 403);
    EXPECT_TRUE(client.is_closed_in_order());
    // The client keeps its end open; the place is free again all the same.
    EXPECT_TRUE(comes_true([&] { return running.ask(get("/welcome")).status == 200; }));
}

TEST(HttpServerBody, RefusesBodiesThatAreTooLargeOrBadlyFramed) {
    struct Case {
        const char* framing_and_body;
        int status;
    };
    const Case cases[] = {
        {"Content-Length: 101\r\n\r\n", 413},
        {"Transfer-Encoding: chunked\r\n\r\n65\r\n"
         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
         413},
        {"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
        {"Transfer-Encoding: chunked\r\n\r\n1\r\nab", 400},
        {"Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", 400},
        {"Transfer-Encoding: gzip\r\n\r\n", 400},
        {"Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400},
        {"Expect: a miracle\r\nContent-Length: 1\r\n\r\n", 417},
    };
    RunningServer running(admitting(refusing(401)));
    for (const auto& one : cases) {
        const auto answer = running.ask("POST /welcome HTTP/1.1\r\nHost: a\r\n" + std::string(one.framing_and_body));
        EXPECT_EQ(answer.status, one.status) << one.framing_and_body;
        EXPECT_TRUE(answer.body.starts_with("refused: ")) << answer.body;
    }
    EXPECT_EQ(running.ask(post("/welcome", std::string(100, 'x'))).status, 200);
}

}  // namespace
}  // namespace tradewind::net
