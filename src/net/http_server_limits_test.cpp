#include <atomic>

#include "net/http_server_fixture.h"

namespace tradewind::net {
namespace {

using namespace std::chrono_literals;

// A GET whose head is exactly so many bytes.
std::string get_of_size(std::size_t bytes) {
    const auto without_padding = get("/", "X: \r\n").size();
    return get("/", "X: " + std::string(bytes - without_padding, 'x') + "\r\n");
}

TEST(HttpServerLimits, BoundsTheHead) {
    for (const std::size_t bytes_max : {std::size_t{200}, std::size_t{32 * 1024}}) {
        RunningServer running(service_with(echo), {.head_bytes_max = bytes_max});
        EXPECT_EQ(running.ask(get_of_size(bytes_max)).status, 200);
        EXPECT_EQ(running.ask(get_of_size(bytes_max + 1)).status, 431);
        auto endless = running.client();
        endless.send("GET / HTTP/1.1\r\nX: " + std::string(bytes_max, 'x'));
        EXPECT_EQ(endless.read_answer().status_line, "HTTP/1.1 431 Request Header Fields Too Large");
        EXPECT_TRUE(endless.is_closed_in_order());
    }
}

TEST(HttpServerLimits, RefusesAMalformedHeadAndCloses) {
    RunningServer running(service_with(echo));
    auto client = running.client();
    client.send(get("/first") + "GET nonsense\r\n\r\n" + get("/never"));
    EXPECT_EQ(client.read_answer().body, "/first ");
    const auto answer = client.read_answer();
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.header("Connection"), "close");
    EXPECT_TRUE(answer.body.starts_with("refused: "));
    EXPECT_TRUE(client.is_closed_in_order());
}

TEST(HttpServerLimits, RefusesAHeadRequestWithoutABody) {
    RunningServer running(service_with(echo), {.head_bytes_max = 200, .head_time_max = 200ms});
    for (const std::string& request :
         {"HEAD / HTTP/1.1\r\nX: " + std::string(200, 'x'), std::string("HEAD / HTTP/1.1\r\n\r\n"),
          std::string("\r\nHEAD / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n"), std::string("HEAD / HTTP/1.1\r\nX")}) {
        auto client = running.client();
        client.send(request);
        const auto answer = client.read_answer(true);
        EXPECT_GE(answer.status, 400) << request;
        EXPECT_NE(answer.header("Content-Length"), "0") << request;
        EXPECT_TRUE(client.is_closed_silently()) << request;
    }
}

TEST(HttpServerLimits, ClosesAnIdleConnectionWithoutAWord) {
    RunningServer running(service_with(echo), {.idle_time_max = 100ms});
    auto never_used = running.client();
    auto used = running.client();
    used.send(get("/"));
    EXPECT_EQ(used.read_answer().status, 200);
    EXPECT_TRUE(never_used.is_closed_silently());
    EXPECT_TRUE(used.is_closed_silently());
}

TEST(HttpServerLimits, KeepsAnIdleConnectionUsableAfterItsBuffersWereGivenBack) {
    RunningServer running(service_with(echo), {.idle_time_max = patience});
    auto client = running.client();
    client.send(get("/before"));
    EXPECT_EQ(client.read_answer().body, "/before ");
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_TRUE(comes_true([&] { return std::chrono::steady_clock::now() - begun > 1300ms; }));
    client.send(get("/after"));
    EXPECT_EQ(client.read_answer().body, "/after ");
}

TEST(HttpServerLimits, GivesAHeadSoMuchTimeFromItsFirstByteHoweverItDrips) {
    RunningServer running(service_with(echo), {.head_time_max = 200ms, .idle_time_max = patience});
    auto client = running.client();
    client.send(get("/quick"));
    EXPECT_EQ(client.read_answer().status, 200);
    // Steadily, a byte at a time, until the server has had enough.
    const std::string head = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    std::size_t sent = 0;
    const auto had_enough = [&] {
        client.send(sent < head.size() ? head.substr(sent, 1) : "x");
        ++sent;
        pollfd polled{.fd = client.descriptor(), .events = POLLIN, .revents = 0};
        return ::poll(&polled, 1, 0) == 1;
    };
    EXPECT_TRUE(comes_true(had_enough));
    const auto answer = client.read_answer();
    EXPECT_EQ(answer.status_line, "HTTP/1.1 408 Request Timeout");
    EXPECT_EQ(answer.header("Connection"), "close");
}

TEST(HttpServerLimits, DoesNotCountTheTimeAnEarlierRequestTook) {
    Respond first;
    std::atomic<int> handled = 0;
    RunningServer running(service_with([&](const HttpRequest& request, Respond respond) {
                              if (request.head.path == "/slow") {
                                  first = std::move(respond);
                                  ++handled;
                              } else {
                                  echo(request, std::move(respond));
                              }
                          }),
                          {.head_time_max = 200ms});
    auto client = running.client();
    client.send(get("/slow") + "GET /next HTTP/1.1\r\n");
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_TRUE(comes_true([&] { return handled == 1 && std::chrono::steady_clock::now() - begun > 500ms; }));
    client.send("Host: a\r\n\r\n");
    first(text_response("at last"));
    EXPECT_EQ(client.read_answer().body, "at last");
    EXPECT_EQ(client.read_answer().body, "/next ");
}

TEST(HttpServerLimits, EndsABodyThatComesTooSlowly) {
    RunningServer running(service_with(echo), {.body_grace = 200ms, .body_bytes_per_second_min = 1'000'000});
    auto stalls = running.client();
    stalls.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345");
    auto drips = running.client();
    drips.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    const auto had_enough = [&] {
        drips.send("1\r\nx\r\n");
        pollfd polled{.fd = drips.descriptor(), .events = POLLIN, .revents = 0};
        return ::poll(&polled, 1, 0) == 1;
    };
    EXPECT_TRUE(comes_true(had_enough));
    for (auto* client : {&stalls, &drips}) {
        const auto answer = client->read_answer();
        EXPECT_EQ(answer.status, 408);
        EXPECT_EQ(answer.header("Connection"), "close");
    }
}

TEST(HttpServerLimits, LetsABodyTakeItsTimeWhileItComesFastEnough) {
    RunningServer running(service_with(echo), {.body_grace = 100ms, .body_bytes_per_second_min = 10});
    auto client = running.client();
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + std::string(999, 'x'));
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_TRUE(comes_true([&] { return std::chrono::steady_clock::now() - begun > 500ms; }));
    EXPECT_EQ(client.read_what_is_here(), "");
    client.send("x");
    EXPECT_EQ(client.read_answer().status, 200);
}

TEST(HttpServerLimits, StopsDroppingARefusedBodyThatComesTooSlowly) {
    auto service = service_with(echo);
    service.admit = [](const RequestHead&) -> Admission { return text_response("no", 403); };
    RunningServer running(service, {.body_grace = 100ms, .body_bytes_per_second_min = 1'000'000});
    auto client = running.client();
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345");
    EXPECT_EQ(client.read_answer().status, 403);
    EXPECT_TRUE(client.is_closed_silently());
}

// Whether this client is served; the place it took stays taken as long as it lives.
bool is_served(RawClient& client) {
    client.send(get("/"));
    return client.read_answer().status == 200;
}

TEST(HttpServerLimits, TurnsAwayConnectionsBeyondItsNumber) {
    struct Case {
        const char* what;
        HttpLimits limits;
    };
    const Case cases[] = {{"in all", {.connections_max = 3}}, {"an address", {.connections_per_address_max = 3}}};
    for (const auto& one : cases) {
        RunningServer running(service_with(echo), one.limits, 2);
        std::vector<RawClient> clients;
        for (int count = 0; count < 3; ++count) {
            auto& client = clients.emplace_back(running.client());
            EXPECT_TRUE(is_served(client)) << one.what;
        }
        for (int round = 0; round < 3; ++round) {
            auto too_many = running.client();
            too_many.send(get("/"));
            const auto answer = too_many.read_answer();
            EXPECT_EQ(answer.status, 503) << one.what;
            EXPECT_EQ(answer.header("Connection"), "close") << one.what;
            EXPECT_TRUE(answer.body.starts_with("refused: ")) << one.what;
            EXPECT_TRUE(too_many.is_closed_in_order()) << one.what;
        }
        clients.pop_back();
        EXPECT_TRUE(comes_true([&] {
            auto next = running.client();
            return is_served(next);
        })) << one.what;
        EXPECT_TRUE(is_served(clients.front())) << one.what;
    }
}

TEST(HttpServerLimits, OfTrustedProxiesOnlyTheTotalCounts) {
    const std::vector proxies{base::IpAddress::parse("127.0.0.1").value()};
    RunningServer running(service_with(echo),
                          {.connections_max = 3, .connections_per_address_max = 1, .trusted_proxies = proxies});
    std::vector<RawClient> clients;
    for (int count = 0; count < 3; ++count) EXPECT_TRUE(is_served(clients.emplace_back(running.client())));
    auto too_many = running.client();
    EXPECT_FALSE(is_served(too_many));
    clients.clear();
    EXPECT_TRUE(comes_true([&] {
        auto next = running.client();
        return is_served(next);
    }));

    const std::vector others{base::IpAddress::parse("127.0.0.2").value()};
    RunningServer strict(service_with(echo), {.connections_per_address_max = 1, .trusted_proxies = others});
    auto first = strict.client();
    EXPECT_TRUE(is_served(first));
    auto second = strict.client();
    EXPECT_FALSE(is_served(second));
}

TEST(HttpServerLimits, BoundsHowManyItTurnsAwayWithAWord) {
    RunningServer running(service_with(echo), {.connections_max = 0});
    std::vector<RawClient> clients;
    for (int count = 0; count < 100; ++count) clients.push_back(running.client());
    int told = 0;
    for (auto& client : clients) {
        if (client.read_answer().status == 503) ++told;
    }
    EXPECT_EQ(told, 64);
    clients.clear();
    EXPECT_TRUE(comes_true([&] { return running.client().read_answer().status == 503; }));
}

}  // namespace
}  // namespace tradewind::net
