#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "net/http_server_fixture.h"

namespace tradewind::net {
namespace {

using namespace std::chrono_literals;

// Less than the time for which the server lingers with a client that may still be sending.
constexpr auto without_lingering = 8s;

struct InFlight {
    [[nodiscard]] HttpService service() {
        return service_with([this](const HttpRequest& request, Respond respond) {
            if (request.head.path == "/slow") {
                slow.set_value(std::move(respond));
            } else {
                echo(request, std::move(respond));
            }
        });
    }

    std::promise<Respond> slow;
};

TEST(HttpServerDrain, LetsARequestInFlightFinishAndClosesTheIdle) {
    InFlight in_flight;
    RunningServer running(in_flight.service(), {}, 2);
    auto busy = running.client();
    busy.send(get("/slow"));
    auto respond = in_flight.slow.get_future().get();
    auto idle = running.client();
    idle.send(get("/"));
    EXPECT_EQ(idle.read_answer().header("Connection"), "(none)");

    auto drained = std::async(std::launch::async, [&] { running.server->drain(0ms, patience); });
    EXPECT_TRUE(idle.is_closed_silently());
    EXPECT_TRUE(comes_true([&] { return !running.client().is_connected(); }));
    EXPECT_EQ(drained.wait_for(0ms), std::future_status::timeout);
    respond(text_response("done"));
    const auto answer = busy.read_answer();
    EXPECT_EQ(answer.body, "done");
    EXPECT_EQ(answer.header("Connection"), "close");
    EXPECT_EQ(drained.wait_for(without_lingering), std::future_status::ready);
    EXPECT_TRUE(busy.is_closed_silently());
}

TEST(HttpServerDrain, ServesNewcomersWhileItLingersAndSaysThatItCloses) {
    RunningServer running(service_with(echo));
    auto kept = running.client();
    kept.send(get("/before"));
    EXPECT_EQ(kept.read_answer().header("Connection"), "(none)");
    auto drained = std::async(std::launch::async, [&] { running.server->drain(1500ms, patience); });
    EXPECT_TRUE(comes_true([&] { return running.ask(get("/new")).header("Connection") == "close"; }));
    kept.send(get("/kept"));
    const auto answer = kept.read_answer();
    EXPECT_EQ(answer.body, "/kept ");
    EXPECT_EQ(answer.header("Connection"), "close");
    EXPECT_EQ(drained.wait_for(patience), std::future_status::ready);
}

TEST(HttpServerDrain, CutsOffNobodyWhoConnectsAtTheLastMoment) {
    constexpr int drains = 3;
    constexpr std::size_t clients = 4;
    std::atomic<int> served{0};
    std::atomic<int> cut_off{0};
    for (int drain = 0; drain < drains; ++drain) {
        RunningServer running(service_with(echo), {}, 2);
        std::vector<std::thread> threads;
        for (std::size_t client = 0; client < clients; ++client) {
            threads.emplace_back([&] {
                for (auto newcomer = running.client(); newcomer.is_connected(); newcomer = running.client()) {
                    newcomer.send(get("/"));
                    ++(newcomer.read_answer().status == 200 ? served : cut_off);
                }
            });
        }
        running.server->drain(100ms, patience);
        for (auto& thread : threads) { thread.join(); }
    }
    EXPECT_GT(served, drains * 10);
    EXPECT_EQ(cut_off, 0);
}

TEST(HttpServerDrain, WaitsForAHeadAndABodyThatHaveBegun) {
    RunningServer running(service_with(echo));
    auto head_begun = running.client();
    head_begun.send("GET /head HTTP/1.1\r\n");
    auto body_begun = running.client();
    body_begun.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
    auto drained = std::async(std::launch::async, [&] { running.server->drain(0ms, patience); });
    EXPECT_TRUE(comes_true([&] { return !running.client().is_connected(); }));
    head_begun.send("Host: a\r\n\r\n");
    EXPECT_EQ(head_begun.read_answer().body, "/head ");
    body_begun.send("cd");
    EXPECT_EQ(body_begun.read_answer().body, "/body abcd");
    EXPECT_EQ(drained.wait_for(without_lingering), std::future_status::ready);
}

TEST(HttpServerDrain, ClosesAConnectionThatBecomesIdleAfterwards) {
    auto service = service_with(echo);
    service.admit = [](const RequestHead&) -> Admission { return text_response("no", 403); };
    RunningServer running(service);
    auto client = running.client();
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n");
    EXPECT_EQ(client.read_answer().header("Connection"), "(none)");
    auto drained = std::async(std::launch::async, [&] { running.server->drain(0ms, patience); });
    EXPECT_TRUE(comes_true([&] { return !running.client().is_connected(); }));
    client.send("abcd");
    EXPECT_TRUE(client.is_closed_silently());
    EXPECT_EQ(drained.wait_for(patience), std::future_status::ready);
}

TEST(HttpServerDrain, GivesUpAfterTheLongestTimeAndTheEndCutsWhatIsLeft) {
    InFlight in_flight;
    RunningServer running(in_flight.service());
    auto busy = running.client();
    busy.send(get("/slow"));
    auto respond = in_flight.slow.get_future().get();
    running.server->drain(0ms, 50ms);
    EXPECT_EQ(busy.read_what_is_here(), "");
    running.server->drain(0ms, 50ms);
    running.server.reset();
    EXPECT_TRUE(busy.is_closed_silently());
    respond(text_response("too late"));
}

TEST(HttpServerDrain, EndsAtOnceWhenNobodyIsThere) {
    RunningServer running(service_with(echo), {}, 2);
    const auto begun = std::chrono::steady_clock::now();
    running.server->drain(0ms, patience);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, patience / 2);
}

TEST(HttpServerDrain, TheEndClosesConnectionsInEveryState) {
    const std::string large(16 * 1024 * 1024, 'x');
    std::promise<void> large_asked;
    Respond withheld;
    std::promise<void> asked;
    auto service = service_with([&](const HttpRequest& request, Respond respond) {
        if (request.head.path == "/large") {
            respond(text_response(large));
            large_asked.set_value();
        } else {
            withheld = std::move(respond);
            asked.set_value();
        }
    });
    auto admit = service.admit;
    service.admit = [admit](const RequestHead& head) -> Admission {
        if (head.path == "/refused") return text_response("no", 403);
        return admit(head);
    };
    RunningServer running(service);
    auto idle = running.client();
    auto in_head = running.client();
    in_head.send("GET");
    auto in_body = running.client();
    in_body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
    auto handled = running.client();
    handled.send(get("/"));
    asked.get_future().get();
    RawClient being_sent(running.port(), 4096);
    being_sent.send(get("/large"));
    large_asked.get_future().get();
    auto lingering = running.client();
    lingering.send("POST /refused HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    EXPECT_EQ(lingering.read_answer().status, 403);
    running.server.reset();
    for (auto* client : {&idle, &in_head, &in_body, &handled}) EXPECT_TRUE(client->is_closed_silently());
    EXPECT_LT(being_sent.read_to_end().size(), large.size());
}

}  // namespace
}  // namespace tradewind::net
