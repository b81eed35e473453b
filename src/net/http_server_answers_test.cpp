#include <fstream>
#include <future>
#include <stdexcept>
#include <thread>

#include "net/http_server_fixture.h"

namespace tradewind::net {
namespace {

using namespace std::chrono_literals;

// Hands the Respond of each request to the test.
struct Withheld {
    [[nodiscard]] HttpService service() {
        return service_with([this](const HttpRequest&, Respond respond) {
            const std::lock_guard lock(mutex_);
            waiting_.push_back(std::move(respond));
        });
    }
    Respond take() {
        Respond taken;
        EXPECT_TRUE(comes_true([&] {
            const std::lock_guard lock(mutex_);
            if (waiting_.empty()) return false;
            taken = std::move(waiting_.front());
            waiting_.erase(waiting_.begin());
            return true;
        }));
        return taken;
    }

  private:
    std::mutex mutex_;
    std::vector<Respond> waiting_;
};

TEST(HttpServerAnswers, ComeFromAnyThreadAnyTime) {
    Withheld withheld;
    RunningServer running(withheld.service());
    auto client = running.client();
    for (int round = 0; round < 3; ++round) {
        client.send(get("/"));
        auto respond = withheld.take();
        EXPECT_EQ(client.read_what_is_here(), "");
        std::thread([&] { respond(text_response("from afar")); }).join();
        EXPECT_EQ(client.read_answer().body, "from afar");
    }
}

TEST(HttpServerAnswers, CountOnlyOnce) {
    RunningServer running(service_with([](const HttpRequest&, Respond respond) {
        respond(text_response("first"));
        respond(text_response("second"));
    }));
    auto client = running.client();
    client.send(get("/") + get("/"));
    EXPECT_EQ(client.read_answer().body, "first");
    EXPECT_EQ(client.read_answer().body, "first");
    EXPECT_EQ(client.read_what_is_here(), "");
}

TEST(HttpServerAnswers, CloseTheConnectionWhenTheyWillNotCome) {
    Withheld withheld;
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
        if (request.head.path == "/answered") respond(text_response("answered"));
        if (request.head.path == "/later") request.executor.post([dropped = std::move(respond)] {});
    }));
    for (const char* target : {"/dropped", "/later"}) {
        auto client = running.client();
        client.send(get("/answered") + get(target) + get("/answered"));
        EXPECT_EQ(client.read_answer().body, "answered") << target;
        EXPECT_TRUE(client.is_closed_silently()) << target;
    }
    RunningServer elsewhere(withheld.service());
    auto client = elsewhere.client();
    client.send(get("/"));
    withheld.take() = Respond();
    EXPECT_TRUE(client.is_closed_silently());
}

TEST(HttpServerAnswers, MayComeFromWithinAnotherRequest) {
    Withheld withheld;
    Respond earlier;
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
        if (request.head.path == "/earlier") {
            earlier = std::move(respond);
            return;
        }
        earlier(text_response("by another"));
        respond(text_response("by itself"));
    }));
    auto first = running.client();
    // What follows in the same buffer is handled when the answer is there, but never inside the other handler.
    first.send(get("/earlier") + get("/earlier"));
    auto second = running.client();
    for (int round = 0; round < 2; ++round) {
        EXPECT_TRUE(comes_true([&] {
            std::promise<bool> waits;
            running.threads.executor(0).post([&] { waits.set_value(static_cast<bool>(earlier)); });
            return waits.get_future().get();
        }));
        second.send(get("/other"));
        EXPECT_EQ(second.read_answer().body, "by itself");
        EXPECT_EQ(first.read_answer().body, "by another");
    }
}

TEST(HttpServerAnswers, AreDroppedWhenTheClientIsGone) {
    std::promise<Respond> withheld;
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
                              if (request.head.path == "/withheld") {
                                  withheld.set_value(std::move(respond));
                              } else {
                                  respond(text_response("served"));
                              }
                          }),
                          {.connections_max = 1});
    auto client = running.client();
    client.send(get("/withheld"));
    auto respond = withheld.get_future().get();
    client.vanish();
    respond(text_response("too late"));
    EXPECT_TRUE(comes_true([&] { return running.ask(get("/")).body == "served"; })) << "Its place is free again.";
}

TEST(HttpServerAnswers, AreDroppedWhenServerAndThreadsAreGone) {
    Withheld withheld;
    auto running = std::make_unique<RunningServer>(withheld.service());
    auto client = running->client();
    auto other = running->client();
    auto third = running->client();
    client.send(get("/"));
    auto first = withheld.take();
    other.send(get("/"));
    auto second = withheld.take();
    third.send(get("/"));
    auto dropped = withheld.take();
    running->server.reset();
    EXPECT_TRUE(client.is_closed_silently());
    first(text_response("too late"));
    running.reset();
    second(text_response("later still"));
    dropped = Respond();
    EXPECT_TRUE(other.is_closed_silently());
}

TEST(HttpServerAnswers, RaceWithTheEndOfTheServer) {
    for (int round = 0; round < 20; ++round) {
        Withheld withheld;
        RunningServer running(withheld.service(), {}, 2);
        std::vector<RawClient> clients;
        std::vector<Respond> responds;
        for (int count = 0; count < 8; ++count) {
            clients.push_back(running.client());
            clients.back().send(get("/") + get("/"));
            responds.push_back(withheld.take());
        }
        std::thread answering([&] {
            for (auto& respond : responds) respond(text_response("just in time, or not"));
        });
        running.server.reset();
        answering.join();
    }
}

TEST(HttpServerAnswers, SurviveExceptions) {
    struct Strange {};
    auto service = service_with([](const HttpRequest& request, Respond respond) {
        if (request.head.path == "/handle") throw std::runtime_error("broken handler");
        if (request.head.path == "/strange") throw Strange();
        respond(text_response("fine"));
        if (request.head.path == "/afterwards") throw std::runtime_error("broken afterwards");
    });
    auto admit = service.admit;
    service.admit = [admit](const RequestHead& head) {
        if (head.path == "/admit") throw std::runtime_error("broken admission");
        return admit(head);
    };
    RunningServer running(service);
    testing::internal::CaptureStderr();
    for (const char* target : {"/handle", "/strange", "/admit"}) {
        auto client = running.client();
        client.send(get("/fine") + post(target, "secret body", "X-Secret: secret header\r\n") + get("/fine"));
        EXPECT_EQ(client.read_answer().body, "fine") << target;
        const auto answer = client.read_answer();
        EXPECT_EQ(answer.status, 500) << target;
        EXPECT_EQ(answer.header("Connection"), "close") << target;
        EXPECT_TRUE(answer.body.starts_with("refused: ")) << target;
        EXPECT_TRUE(client.is_closed_silently()) << target;
    }
    auto client = running.client();
    client.send(get("/afterwards") + get("/fine"));
    EXPECT_EQ(client.read_answer().body, "fine");
    EXPECT_TRUE(client.is_closed_silently());
    const auto logged = testing::internal::GetCapturedStderr();
    for (const char* cause : {"broken handler", "broken admission", "broken afterwards"})
        EXPECT_NE(logged.find(cause), std::string::npos) << cause;
    EXPECT_EQ(logged.find("secret"), std::string::npos) << logged;
}

TEST(HttpServerAnswers, AreBareWhenEvenTheRefusalCannotBeRendered) {
    auto service = service_with(echo);
    service.refuse = [](const Refusal&) -> HttpResponse { throw std::runtime_error("broken refusal"); };
    RunningServer running(service);
    testing::internal::CaptureStderr();
    const auto answer = running.ask("nonsense\r\n\r\n");
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.body, "");
    EXPECT_NE(testing::internal::GetCapturedStderr().find("broken refusal"), std::string::npos);
}

TEST(HttpServerAnswers, CutOffAReaderWhoTakesNothing) {
    const std::string large(16 * 1024 * 1024, 'x');
    RunningServer running(service_with([&](const HttpRequest&, Respond respond) { respond(text_response(large)); }),
                          {.write_stall_max = 200ms});
    RawClient client(running.port(), 4096);
    client.send(get("/"));
    const auto cut_off = [&] {  // The server's kernel keeps what fits; then the end shows when something is sent to it.
        return !client.send("x");
    };
    EXPECT_TRUE(comes_true(cut_off));
    EXPECT_LT(client.read_answer().body.size(), large.size());
}

TEST(HttpServerAnswers, DoNotPileUpForAClientThatOnlySends) {
    std::atomic<std::uint64_t> answered_bytes = 0;
    const std::string text(16 * 1024, 'x');
    RunningServer running(service_with([&](const HttpRequest&, Respond respond) {
                              answered_bytes += text.size();
                              respond(text_response(text));
                          }),
                          {.write_stall_max = 200ms});
    RawClient client(running.port(), 4096);
    const auto requests = get("/");
    std::uint64_t sent = 0;
    while (client.send(requests) && sent < 1'000'000) ++sent;
    EXPECT_LT(sent, 1'000'000u) << "The server stops reading, and in the end cuts the client off.";
    EXPECT_LT(answered_bytes, 64u * 1024 * 1024) << "Only what fits the system's buffers is answered.";
}

// More than the buffers of two sockets hold.
const std::string& large_text() {
    static const std::string text(16 * 1024 * 1024, 'x');
    return text;
}

TEST(HttpServerAnswers, ShareATextThatStaysWhereItIs) {
    RunningServer running(service_with([](const HttpRequest& request, Respond respond) {
        HttpResponse response;
        response.static_body = request.head.path == "/large" ? std::string_view(large_text()) : "small";
        respond(std::move(response));
    }));
    RawClient client(running.port(), 4096);
    client.send(get("/large") + get("/small") + get("/large"));
    EXPECT_TRUE(comes_true([&] { return running.threads.waiting_output_bytes() > 0; }));
    EXPECT_LT(running.threads.waiting_output_bytes(), 1000u);
    EXPECT_TRUE(client.read_answer().body == large_text());
    EXPECT_EQ(client.read_answer().body, "small");
    EXPECT_TRUE(client.read_answer().body == large_text());
    EXPECT_TRUE(comes_true([&] { return running.threads.waiting_output_bytes() == 0; }));
    client.send("HEAD /large HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(client.read_answer(true).header("Content-Length"), std::to_string(large_text().size()));
}

TEST(HttpServerAnswers, AreNotAskedForWhileOneWaits) {
    const std::string text(10'000, 'x');
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
        request.executor.post([&, respond = std::move(respond)]() mutable { respond(text_response(text)); });
    }));
    RawClient client(running.port(), 4096);
    std::string requests;
    for (int count = 0; count < 2000; ++count) requests += get("/");
    client.send(requests);
    EXPECT_TRUE(comes_true([&] { return running.threads.waiting_output_bytes() > 0; }));
    for (int round = 0; round < 20; ++round) EXPECT_EQ(running.ask(get("/")).status, 200);
    EXPECT_LT(running.threads.waiting_output_bytes(), 3 * text.size()) << "That one, and one that was being made.";
}

TEST(HttpServerAnswers, WaitOnAllConnectionsWithinOneBound) {
    RunningServer running(
        service_with([&](const HttpRequest&, Respond respond) { respond(text_response(large_text())); }),
        {.write_stall_max = 3 * patience,
         .waiting_output_bytes_max = large_text().size() * 3 / 2,
         .crowded_write_stall_max = 3 * patience},
        2);
    const auto waiting_client = [&] {
        RawClient client(running.port(), 4096);
        client.send(get("/"));
        return client;
    };
    const auto comes_to = [&](std::size_t bytes) {
        return comes_true([&] { return running.threads.waiting_output_bytes() >= bytes; });
    };
    auto first = waiting_client();
    EXPECT_TRUE(comes_to(large_text().size()));
    auto second = waiting_client();
    EXPECT_TRUE(comes_to(2 * large_text().size()));
    auto third = waiting_client();
    EXPECT_TRUE(comes_true([&] { return !third.send("x"); })) << "It is cut off.";
    for (auto* client : {&first, &second}) EXPECT_TRUE(client->read_answer().body == large_text());
    EXPECT_TRUE(comes_true([&] { return running.threads.waiting_output_bytes() == 0; }));
    EXPECT_TRUE(waiting_client().read_answer().body == large_text()) << "There is room again.";
}

TEST(HttpServerAnswers, WaitForALessLongTimeWhenMuchWaits) {
    RunningServer running(
        service_with([&](const HttpRequest&, Respond respond) { respond(text_response(large_text())); }),
        {.write_stall_max = 3 * patience,
         .waiting_output_bytes_max = large_text().size() * 3 / 2,
         .crowded_write_stall_max = 200ms});
    RawClient client(running.port(), 4096);
    client.send(get("/"));
    EXPECT_TRUE(comes_true([&] { return running.threads.waiting_output_bytes() > 0; }));
    EXPECT_TRUE(comes_true([&] { return running.threads.waiting_output_bytes() == 0; }));
    EXPECT_LT(client.read_answer().body.size(), large_text().size());
}

TEST(HttpServerAnswers, SendFilesWholeAndInParts) {
    const TestFolder folder;
    std::string content(20 * 1024 * 1024, 'f');
    for (std::size_t at = 0; at < content.size(); at += 1000) content[at] = static_cast<char>('a' + at / 1000 % 26);
    std::ofstream(folder / "file") << content;
    std::ofstream(folder / "empty") << "";
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
        auto response = file_response(folder / request.head.path.substr(1), "text/plain", request.head.header("Range"));
        respond(response ? std::move(*response) : text_response("none", 404));
    }));
    auto client = running.client();
    client.send(get("/file") + get("/file", "Range: bytes=999-1001\r\n") + get("/empty") + get("/other") +
                "HEAD /file HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(client.read_answer().body == content);
    const auto part = client.read_answer();
    EXPECT_EQ(part.status, 206);
    EXPECT_EQ(part.body, "fbf");
    EXPECT_EQ(client.read_answer().header("Content-Length"), "0");
    EXPECT_EQ(client.read_answer().status, 404);
    EXPECT_EQ(client.read_answer(true).header("Content-Length"), std::to_string(content.size()));
    client.send(get("/file"));
    EXPECT_TRUE(client.read_answer().body == content);
}

TEST(HttpServerAnswers, LetGoOfWhoeverKeepsTheirFileOnceItIsOpen) {
    const TestFolder folder;
    const std::string content(4 * 1024 * 1024, 'x');
    RunningServer running(service_with([&](const HttpRequest&, Respond respond) {
        std::ofstream(folder / "file") << content;
        auto response = file_response(folder / "file", "text/plain", std::nullopt).value();
        response.file->keeper = std::shared_ptr<const void>(
            nullptr, [path = folder / "file"](const void*) { std::filesystem::remove(path); });
        respond(std::move(response));
    }));
    EXPECT_TRUE(running.ask(get("/")).body == content);
    EXPECT_TRUE(folder.is_empty());
    auto client = running.client();
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(client.read_answer(true).status, 200);
    EXPECT_TRUE(comes_true([&] { return folder.is_empty(); }));
}

TEST(HttpServerAnswers, SayWhenAFileCannotBeSent) {
    const TestFolder folder;
    std::ofstream(folder / "short") << "short";
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
        HttpResponse response;
        response.file = FileBody{.path = folder / request.head.path.substr(1), .offset = 1, .length = 5};
        respond(std::move(response));
    }));
    testing::internal::CaptureStderr();
    EXPECT_EQ(running.ask(get("/missing")).status, 404) << "Somebody deleted it.";
    EXPECT_EQ(running.ask(get("/short")).status, 500);
    EXPECT_EQ(running.ask(get("/")).status, 500) << "A folder is not a file.";
    EXPECT_NE(testing::internal::GetCapturedStderr().find("cannot send a file"), std::string::npos);
}

TEST(HttpServerAnswers, BreakOffWhenTheirFileShrinks) {
    const TestFolder folder;
    constexpr std::size_t size = 16 * 1024 * 1024;
    std::ofstream(folder / "file") << std::string(size, 'x');
    RunningServer running(service_with([&](const HttpRequest&, Respond respond) {
        respond(file_response(folder / "file", "text/plain", std::nullopt).value());
    }));
    RawClient client(running.port(), 4096);
    client.send(get("/"));
    pollfd polled{.fd = client.descriptor(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(::poll(&polled, 1, 10'000), 1);
    std::filesystem::resize_file(folder / "file", 10);
    EXPECT_LT(client.read_answer().body.size(), size);
    EXPECT_EQ(running.ask(get("/")).body, std::string(10, 'x'));
}

TEST(HttpServerAnswers, DoNotKillTheProcessWhenAFilesReaderVanishes) {
    const TestFolder folder;
    std::ofstream(folder / "file") << std::string(16 * 1024 * 1024, 'x');
    RunningServer running(service_with([&](const HttpRequest&, Respond respond) {
        respond(file_response(folder / "file", "text/plain", std::nullopt).value());
    }));
    for (const bool finishes_sending : {false, true}) {
        RawClient client(running.port(), 4096);
        client.send(get("/"));
        if (finishes_sending) client.finish_sending();  // Then the system says broken pipe, else reset.
        pollfd polled{.fd = client.descriptor(), .events = POLLIN, .revents = 0};
        EXPECT_EQ(::poll(&polled, 1, 10'000), 1);
        client.vanish();
    }
    auto client = running.client();
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(client.read_answer(true).status, 200);
}

}  // namespace
}  // namespace tradewind::net
