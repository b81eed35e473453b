#include "delivery/http_caller.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <future>
#include <thread>

#include "base/clock.h"
#include "delivery/test_receiver.h"
#include "net/file_descriptor.h"

namespace tradewind::delivery::http_caller_test {
namespace {

using domain::WebCallAnswer;

// A name server that knows one name, with these addresses of version 4.
class NameServer {
  public:
    explicit NameServer(std::vector<std::array<std::uint8_t, 4>> addresses)
        : addresses_(std::move(addresses)), socket_(bound_socket(SOCK_DGRAM, port_)) {
        thread_ = std::thread([this] { serve(); });
    }
    ~NameServer() {
        shutdown(socket_.get(), SHUT_RDWR);
        // A datagram of its own ends the wait of a socket that nobody is connected to.
        std::uint16_t ignored = 0;
        const auto sender = bound_socket(SOCK_DGRAM, ignored);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port_);
        sendto(sender.get(), "", 0, 0, reinterpret_cast<sockaddr*>(&address), sizeof(address));
        thread_.join();
    }
    NameServer(const NameServer&) = delete;
    NameServer& operator=(const NameServer&) = delete;

    [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  private:
    void serve() {
        std::array<std::uint8_t, 512> bytes{};
        while (true) {
            sockaddr_in from{};
            socklen_t size = sizeof(from);
            const auto count =
                recvfrom(socket_.get(), bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
            if (count <= 12) { return; }
            const auto answer = answer_to({bytes.begin(), bytes.begin() + count});
            sendto(socket_.get(), answer.data(), answer.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
        }
    }
    [[nodiscard]] std::vector<std::uint8_t> answer_to(std::vector<std::uint8_t> query) const {
        std::size_t end = 12;
        while (query[end] != 0) { end += query[end] + std::size_t{1}; }
        const bool asks_for_version_4 = query[end + 2] == 1;
        query.resize(end + 5);  // Without what may follow the question.
        query[2] = 0x81;
        query[3] = 0x80;
        std::fill(query.begin() + 6, query.begin() + 12, std::uint8_t{0});
        if (!asks_for_version_4) { return query; }
        query[7] = static_cast<std::uint8_t>(addresses_.size());
        for (const auto& address : addresses_) {
            query.insert(query.end(), {0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4});
            query.insert(query.end(), address.begin(), address.end());
        }
        return query;
    }

    const std::vector<std::array<std::uint8_t, 4>> addresses_;
    std::uint16_t port_ = 0;
    net::FileDescriptor socket_;
    std::thread thread_;
};

constexpr const char* good_answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

class HttpCallerTest : public testing::Test {
  protected:
    WebCallAnswer call(const std::string& url, const OutboundGuard& guard, HttpCaller::Options options = {}) {
        HttpCaller caller(guard, clock, std::move(options));
        std::promise<WebCallAnswer> promise;
        caller.start({.url = url, .headers = {{.name = "webhook-id", .value = "7"}}, .body = R"({"a":1})"},
                     [&promise](WebCallAnswer answer) { promise.set_value(std::move(answer)); });
        return promise.get_future().get();
    }

    base::SystemClock clock;
    OutboundGuard open_guard{OutboundGuard::Reach::Private};
    OutboundGuard strict_guard{OutboundGuard::Reach::Public};
};

TEST_F(HttpCallerTest, SendsTheBodyWithItsHeaders) {
    Receiver receiver(good_answer);
    const auto answer = call(receiver.url("127.0.0.1") + "/hook?a=b#c", open_guard);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.text, "ok");
    EXPECT_FALSE(answer.error || answer.is_refused);
    call(receiver.url("127.0.0.1"), open_guard);
    call(receiver.url("127.0.0.1") + "?q", open_guard);
    const auto requests = receiver.requests();
    ASSERT_EQ(requests.size(), 3U);
    EXPECT_TRUE(requests[0].starts_with("POST /hook?a=b HTTP/1.1\r\n")) << requests[0];
    EXPECT_NE(requests[0].find("\r\nwebhook-id: 7\r\n"), std::string::npos) << requests[0];
    EXPECT_TRUE(requests[0].ends_with("\r\n\r\n{\"a\":1}")) << requests[0];
    EXPECT_TRUE(requests[1].starts_with("POST / HTTP/1.1\r\n")) << requests[1];
    EXPECT_TRUE(requests[2].starts_with("POST /?q HTTP/1.1\r\n")) << requests[2];
}

TEST_F(HttpCallerTest, TellsRetryAfterAndFollowsNoRedirect) {
    Receiver elsewhere(good_answer);
    Receiver receiver("HTTP/1.1 302 Found\r\nLocation: " + elsewhere.url("127.0.0.1") +
                      "/\r\nretry-AFTER:  30 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    const auto answer = call(receiver.url("127.0.0.1"), open_guard);
    EXPECT_EQ(answer.status, 302);
    EXPECT_EQ(answer.retry_after, "30");
    EXPECT_TRUE(elsewhere.requests().empty());
}

TEST_F(HttpCallerTest, CutsAnAnswerThatIsTooLong) {
    Receiver receiver("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + std::string(1'000'000, 'x'));
    const auto answer = call(receiver.url("127.0.0.1"), open_guard);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.text.size(), domain::call_answer_bytes_max);
}

TEST_F(HttpCallerTest, GivesUpWhenNoAnswerComesInTime) {
    Receiver receiver("");
    const auto answer = call(receiver.url("127.0.0.1"), open_guard, {.time_max = std::chrono::milliseconds(100)});
    EXPECT_FALSE(answer.status);
    EXPECT_EQ(answer.error, "there was no answer in time");
    EXPECT_FALSE(answer.is_refused);
}

TEST_F(HttpCallerTest, TellsWhyNobodyAnswered) {
    std::uint16_t port = 0;
    { const auto nobody = bound_socket(SOCK_STREAM, port); }
    EXPECT_TRUE(call("http://127.0.0.1:" + std::to_string(port), open_guard).error);
    EXPECT_FALSE(call("http://127.0.0.1:" + std::to_string(port), open_guard).is_refused);
    EXPECT_EQ(call("http://[::1]:" + std::to_string(port), open_guard).error, "Couldn't connect to server");
    EXPECT_TRUE(call("nonsense", open_guard).is_refused);
    Receiver receiver("this is not HTTP\r\n\r\n");
    EXPECT_TRUE(call(receiver.url("127.0.0.1"), open_guard).error);
}

TEST_F(HttpCallerTest, DoesNotCallAPrivateAddress) {
    Receiver receiver(good_answer);
    for (const auto* host : {"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "127.1", "0x7f.1", "2130706433"}) {
        const auto answer = call(receiver.url(host), strict_guard);
        EXPECT_TRUE(answer.is_refused) << host;
        EXPECT_TRUE(answer.error) << host;
    }
    EXPECT_TRUE(receiver.requests().empty());
}

TEST_F(HttpCallerTest, CallsTheAddressThatANameStandsFor) {
    NameServer names({{127, 0, 0, 1}});
    Receiver receiver(good_answer);
    const auto answer = call(receiver.url("shop.example"), open_guard, {.name_servers = names.address()});
    EXPECT_EQ(answer.status, 200) << answer.error.value_or("");
    EXPECT_NE(receiver.requests().at(0).find("Host: shop.example:"), std::string::npos);
}

TEST_F(HttpCallerTest, DoesNotCallANameThatStandsForAPrivateAddressBesidesOthers) {
    NameServer names({{93, 184, 216, 34}, {127, 0, 0, 1}});
    Receiver receiver(good_answer);
    const auto answer = call(receiver.url("shop.example"), strict_guard, {.name_servers = names.address()});
    EXPECT_TRUE(answer.is_refused);
    EXPECT_EQ(answer.error, "127.0.0.1 is a private address");
    EXPECT_TRUE(receiver.requests().empty());
}

TEST_F(HttpCallerTest, ANameWithoutAddressesIsNotCalled) {
    NameServer names({});
    const auto answer = call("http://shop.example/", open_guard, {.name_servers = names.address()});
    EXPECT_FALSE(answer.status || answer.is_refused);
    EXPECT_TRUE(answer.error->starts_with("the name was not found")) << *answer.error;
}

TEST_F(HttpCallerTest, NobodyHearsOfWhatItsEndGivesUp) {
    Receiver receiver("");
    bool was_told = false;
    {
        HttpCaller caller(open_guard, clock);
        caller.start({.url = receiver.url("127.0.0.1"), .headers = {}, .body = "{}"},
                     [&was_told](const WebCallAnswer&) { was_told = true; });
    }
    EXPECT_FALSE(was_told);
}

}  // namespace
}  // namespace tradewind::delivery::http_caller_test
