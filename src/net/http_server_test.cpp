#include "net/http_server.h"

#include <sys/resource.h>

#include <atomic>
#include <random>
#include <set>
#include <system_error>
#include <thread>

#include "net/http_server_fixture.h"

namespace tradewind::net {
namespace {

using namespace std::chrono_literals;

TEST(HttpServer, AnswersWithDateAndLengthAndKeepsTheConnection) {
    RunningServer running(service_with([](const HttpRequest& request, Respond respond) {
        auto response = text_response("for " + std::string(request.remote_address), 201);
        response.add_header("X-Colour", "blue");
        respond(std::move(response));
    }));
    auto client = running.client();
    for (int round = 0; round < 3; ++round) {
        client.send(get("/"));
        const auto answer = client.read_answer();
        EXPECT_EQ(answer.status_line, "HTTP/1.1 201 Created");
        EXPECT_EQ(answer.header("X-Colour"), "blue");
        EXPECT_EQ(answer.header("Content-Length"), "13");
        EXPECT_EQ(answer.header("Connection"), "(none)");
        EXPECT_TRUE(answer.header("Date").ends_with(" GMT")) << answer.header("Date");
        EXPECT_EQ(answer.body, "for 127.0.0.1");
    }
}

TEST(HttpServer, TellsWhetherTheConnectionIsKept) {
    struct Case {
        const char* request;
        const char* connection;
        bool kept;
    };
    const Case cases[] = {
        {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "(none)", true},
        {"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", "keep-alive", true},
        {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "close", false},
        {"GET / HTTP/1.0\r\nHost: a\r\n\r\n", "close", false},
        {"GET / HTTP/1.0\r\nHost: a\r\nConnection: Keep-Alive\r\n\r\n", "keep-alive", true},
    };
    RunningServer running(service_with(echo));
    for (const auto& one : cases) {
        auto client = running.client();
        client.send(one.request);
        EXPECT_EQ(client.read_answer().header("Connection"), one.connection) << one.request;
        if (one.kept) {
            client.send(get("/again"));
            EXPECT_EQ(client.read_answer().body, "/again ") << one.request;
        } else {
            EXPECT_TRUE(client.is_closed_in_order()) << one.request;
        }
    }
}

TEST(HttpServer, ClosesAfterAnAnswerThatSaysSo) {
    RunningServer running(service_with([](const HttpRequest&, Respond respond) {
        auto response = text_response("bye");
        response.close = true;
        respond(std::move(response));
    }));
    auto client = running.client();
    client.send(get("/"));
    const auto answer = client.read_answer();
    EXPECT_EQ(answer.header("Connection"), "close");
    EXPECT_EQ(answer.body, "bye");
    EXPECT_TRUE(client.is_closed_silently());
}

TEST(HttpServer, SendsNoBodyToHeadAndNoLengthWhereNoneBelongs) {
    RunningServer running(service_with([](const HttpRequest& request, Respond respond) {
        respond(text_response("four", std::stoi(std::string(request.head.path.substr(1)))));
    }));
    auto client = running.client();
    client.send("HEAD /200 HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(client.read_answer(true).header("Content-Length"), "4");
    for (const char* status : {"/204", "/304"}) {
        client.send(get(status));
        EXPECT_EQ(client.read_answer().header("Content-Length"), "(none)") << status;
    }
    client.send(get("/200"));
    EXPECT_EQ(client.read_answer().body, "four");
}

TEST(HttpServer, TakesARequestSplitAtEveryByte) {
    RunningServer running(service_with(echo));
    const std::string chunked =
        "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: v\r\n\r\n";
    for (const auto& request : {get("/g"), post("/p", "12345"), chunked}) {
        auto client = running.client();
        client.send(request);
        const auto whole = client.read_answer().body;
        EXPECT_GT(whole.size(), 2u);
        for (std::size_t split = 1; split < request.size(); ++split) {
            client.send(std::string_view(request).substr(0, split));
            // So that the two parts do not meet in the server's receive buffer.
            ASSERT_EQ(running.ask(get("/other")).body, "/other ");
            client.send(std::string_view(request).substr(split));
            ASSERT_EQ(client.read_answer().body, whole) << "split at " << split << " of " << request;
        }
    }
}

std::string pipeline(int count) {
    std::string requests;
    for (int number = 0; number < count; ++number) {
        const auto target = "/" + std::to_string(number);
        if (number % 3 == 0) {
            requests += get(target);
        } else if (number % 3 == 1) {
            requests += post(target, "body" + std::to_string(number));
        } else {
            requests +=
                "PUT " + target + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nchun\r\n0\r\n\r\n";
        }
    }
    return requests;
}

void expect_pipeline_answered(RawClient& client, int count) {
    for (int number = 0; number < count; ++number) {
        auto expected = "/" + std::to_string(number) + " ";
        if (number % 3 == 1) expected += "body" + std::to_string(number);
        if (number % 3 == 2) expected += "chun";
        ASSERT_EQ(client.read_answer().body, expected);
    }
}

TEST(HttpServer, AnswersPipelinedRequestsInOrder) {
    RunningServer running(service_with(echo));
    auto client = running.client();
    client.send(pipeline(1000));
    expect_pipeline_answered(client, 1000);
}

TEST(HttpServer, AnswersPipelinedRequestsInOrderWhenAnswersComeFromElsewhere) {
    IoThreads elsewhere(1);
    std::atomic<int> in_flight = 0;
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
        EXPECT_EQ(++in_flight, 1) << "One request at a time on a connection.";
        std::string text(request.head.target);
        text.append(" ").append(request.body);
        elsewhere.executor(0).post([&in_flight, respond = std::move(respond), text = std::move(text)]() mutable {
            --in_flight;
            respond(text_response(std::move(text)));
        });
    }));
    auto client = running.client();
    client.send(pipeline(1000));
    expect_pipeline_answered(client, 1000);
}

TEST(HttpServer, AnswersTheSameHoweverTheRequestsAreSplit) {
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    RunningServer running(service_with(echo));
    const auto requests = pipeline(60);
    for (int round = 0; round < 30; ++round) {
        auto client = running.client();
        std::uniform_int_distribution<std::size_t> piece_bytes(1, 10u << (round % 8));
        for (std::size_t at = 0; at < requests.size();) {
            const auto piece = std::string_view(requests).substr(at, piece_bytes(random));
            client.send(piece);
            at += piece.size();
        }
        expect_pipeline_answered(client, 60);
    }
}

TEST(HttpServer, LetsAPipeliningClientReadTheLastAnswer) {
    RunningServer running(service_with(echo));
    for (int round = 0; round < 20; ++round) {
        auto client = running.client();
        client.send(get("/last", "Connection: close\r\n") + pipeline(1000));
        EXPECT_EQ(client.read_answer().body, "/last ");
        EXPECT_TRUE(client.is_closed_in_order());
    }
    // What follows here is still in the system's buffer when the answer is given.
    auto client = running.client();
    client.send("POST /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\n");
    EXPECT_EQ(running.ask(get("/other")).body, "/other ");
    client.send("body" + pipeline(3));
    EXPECT_EQ(client.read_answer().body, "/last body");
    EXPECT_TRUE(client.is_closed_in_order());
}

TEST(HttpServer, AnswersAClientThatFinishedSending) {
    RunningServer running(service_with(echo));
    auto client = running.client();
    client.send(get("/one") + get("/two"));
    client.finish_sending();
    EXPECT_EQ(client.read_answer().body, "/one ");
    EXPECT_EQ(client.read_answer().body, "/two ");
    EXPECT_TRUE(client.is_closed_silently());
}

TEST(HttpServer, SendsLargeAnswersBetweenSmallOnes) {
    const std::string large(8 * 1024 * 1024, 'l');
    RunningServer running(service_with([&large](const HttpRequest& request, Respond respond) {
        respond(text_response(request.head.path == "/large" ? large : "small"));
    }));
    auto client = running.client();
    client.send(get("/small") + get("/large") + get("/small") + get("/large"));
    EXPECT_EQ(client.read_answer().body, "small");
    EXPECT_TRUE(client.read_answer().body == large);
    EXPECT_EQ(client.read_answer().body, "small");
    EXPECT_TRUE(client.read_answer().body == large);
}

TEST(HttpServer, SharesOnePortBetweenItsThreads) {
    constexpr std::size_t thread_count = 4;
    std::mutex mutex;
    std::set<base::Executor*> executors;
    std::atomic<bool> same_thread = true;
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
                              {
                                  const std::lock_guard lock(mutex);
                                  executors.insert(&request.executor);
                              }
                              const auto thread = std::this_thread::get_id();
                              request.executor.post([&, thread, respond = std::move(respond)]() mutable {
                                  if (std::this_thread::get_id() != thread) same_thread = false;
                                  respond(text_response("ok"));
                              });
                          }),
                          {}, thread_count);
    const auto saw_every_thread = [&] {
        EXPECT_EQ(running.ask(get("/")).body, "ok");
        const std::lock_guard lock(mutex);
        return executors.size() == thread_count;
    };
    EXPECT_TRUE(comes_true(saw_every_thread)) << "The system spreads connections over the listeners.";
    EXPECT_TRUE(same_thread);
}

TEST(HttpServer, RefusesAnAddressInUseOrWithoutSense) {
    RunningServer running(service_with(echo), {}, 2);
    const auto start_on = [&](const ListenAddress& address) {
        HttpServer second(running.threads, address, {}, service_with(echo), running.log);
    };
    EXPECT_THROW(start_on(TcpAddress{"127.0.0.1", running.port()}), std::system_error);
    EXPECT_THROW(start_on(TcpAddress{"localhost", 0}), std::system_error);
    EXPECT_THROW(start_on(TcpAddress{"192.0.2.1", 0}), std::system_error);
    EXPECT_THROW(start_on(std::filesystem::path("/no/such/folder/socket")), std::system_error);
    EXPECT_EQ(running.ask(get("/still")).body, "/still ");
}

TEST(HttpServer, ListensOnAUnixSocket) {
    const TestFolder folder;
    const auto path = folder / "socket";
    {
        RunningServer running(service_with([](const HttpRequest& request, Respond respond) {
                                  respond(text_response(std::string(request.remote_address)));
                              }),
                              {.connections_per_address_max = 0}, 2, path);
        EXPECT_EQ(running.port(), 0);
        RawClient client(path);
        client.send(get("/") + get("/"));
        EXPECT_EQ(client.read_answer().body, "unix");
        EXPECT_EQ(client.read_answer().body, "unix");
    }
    EXPECT_TRUE(folder.is_empty());
}

TEST(HttpServer, OutlivesAShortageOfFileDescriptors) {
    RunningServer running(service_with(echo));
    auto early = running.client();
    early.send(get("/early"));
    EXPECT_EQ(early.read_answer().body, "/early ");

    testing::internal::CaptureStderr();
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    FileDescriptor next(::dup(early.descriptor()));
    const rlim_t in_use = static_cast<rlim_t>(next.get()) + 1;
    next.close();
    const rlimit scarce{.rlim_cur = in_use, .rlim_max = before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &scarce);
    auto late = running.client();  // Takes the last one; the server finds none.
    ASSERT_TRUE(late.is_connected());
    late.send(get("/late"));
    early.send(get("/early"));
    EXPECT_EQ(early.read_answer().body, "/early ");
    EXPECT_EQ(late.read_what_is_here(), "");
    ::setrlimit(RLIMIT_NOFILE, &before);
    EXPECT_EQ(late.read_answer().body, "/late ");
    const auto logged = testing::internal::GetCapturedStderr();
    EXPECT_NE(logged.find("cannot accept connections"), std::string::npos) << logged;
    EXPECT_EQ(logged.find("cannot accept connections"), logged.rfind("cannot accept connections")) << logged;
}

}  // namespace
}  // namespace tradewind::net
