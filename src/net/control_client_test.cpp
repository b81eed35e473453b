#include "net/control_client.h"

#include <thread>

#include "net/http_server_fixture.h"
#include "net/listen_socket.h"

namespace tradewind::net {
namespace {

using namespace std::chrono_literals;

// Whoever connects gets these bytes, whatever they ask, and then the end.
class ScriptedServer {
  public:
    ScriptedServer(const std::filesystem::path& path, std::string bytes)
        : listener_(path), socket_(listener_.take_socket()), thread_([this, bytes = std::move(bytes)] {
              pollfd polled{.fd = socket_.get(), .events = POLLIN, .revents = 0};
              ::poll(&polled, 1, 20'000);
              const FileDescriptor accepted(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
              std::string_view left = bytes;
              while (!left.empty()) {
                  const auto count = ::send(accepted.get(), left.data(), left.size(), MSG_NOSIGNAL);
                  if (count <= 0) return;
                  left.remove_prefix(static_cast<std::size_t>(count));
              }
              ::shutdown(accepted.get(), SHUT_WR);
              char byte = 0;
              while (::recv(accepted.get(), &byte, 1, 0) > 0) continue;
          }) {}
    ~ScriptedServer() { thread_.join(); }

  private:
    UnixListenSocket listener_;
    FileDescriptor socket_;
    std::thread thread_;
};

TEST(ControlClient, AsksAndHandsBackStatusAndBody) {
    const TestFolder folder;
    RunningServer running(service_with([](const HttpRequest& request, Respond respond) {
                              std::string text(request.head.target);
                              text += " ";
                              text += request.head.header("Content-Type").value_or("-");
                              text += " ";
                              text += request.body;
                              respond(text_response(text, request.head.method == Method::Delete ? 204 : 201));
                          }),
                          {}, 1, folder / "socket");
    const auto created = control_request(folder / "socket", "POST", "/things/?a=b", R"({"x":1})").value();
    EXPECT_EQ(created.status, 201);
    EXPECT_EQ(created.body, R"(/things/?a=b application/json {"x":1})");
    EXPECT_EQ(control_request(folder / "socket", "GET", "/", "").value().body, "/ - ");
    const auto deleted = control_request(folder / "socket", "DELETE", "/x", "").value();
    EXPECT_EQ(deleted.status, 204);
    EXPECT_EQ(deleted.body, "");
}

TEST(ControlClient, SendsAndReceivesWhatDoesNotFitOneBuffer) {
    const TestFolder folder;
    RunningServer running(service_with([](const HttpRequest& request, Respond respond) {
                              respond(text_response(std::string(request.body)));
                          }),
                          {}, 1, folder / "socket");
    const std::string large(1024 * 1024, 'x');
    EXPECT_TRUE(control_request(folder / "socket", "POST", "/", large).value().body == large);
    EXPECT_EQ(control_request(folder / "socket", "POST", "/", large + "x").value().status, 413);
}

TEST(ControlClient, SaysThatNobodyListens) {
    const TestFolder folder;
    const auto missing = control_request(folder / "socket", "GET", "/", "");
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().kind, base::ErrorKind::Unavailable);
    EXPECT_EQ(missing.error().detail, "No server is listening on " + (folder / "socket").string() + ".");

    // What a process that died leaves behind.
    {
        const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const auto address = unix_address(folder / "dead").value();
        ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    EXPECT_TRUE(control_request(folder / "dead", "GET", "/", "").error().detail.starts_with("No server is listening"));
    EXPECT_FALSE(control_request(folder / std::string(120, 'x'), "GET", "/", "").ok());
}

TEST(ControlClient, RefusesAnswersThatAreNone) {
    struct Case {
        const char* bytes;
        const char* detail;
    };
    const Case cases[] = {
        {"", "The server closed the connection without an answer."},
        {"HTTP/1.1 200 OK\r\nContent-Le", "The server closed the connection without an answer."},
        {"220 mail.example ESMTP\r\n\r\n", "The server closed the connection without an answer."},
        {"HTTP/1.1 abc\r\n\r\n", "The answer is not HTTP."},
        {"HTTP/1.1 200 OK\r\ncontent-length:  5 \r\n\r\nfour", "The answer broke off."},
        {"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nfour", "The answer broke off."},
    };
    const TestFolder folder;
    for (const auto& one : cases) {
        ScriptedServer server(folder / "socket", one.bytes);
        const auto answer = control_request(folder / "socket", "GET", "/", "");
        ASSERT_FALSE(answer.ok()) << one.bytes;
        EXPECT_EQ(answer.error().detail, one.detail) << one.bytes;
    }
    ScriptedServer server(folder / "socket", "HTTP/1.1 200 OK\r\nA: b\r\ncontent-length: 4\r\n\r\nfour");
    EXPECT_EQ(control_request(folder / "socket", "GET", "/", "").value().body, "four");
}

TEST(ControlClient, BoundsTheAnswer) {
    const TestFolder folder;
    const auto answer_of = [](std::size_t size) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n" + std::string(size, 'x');
    };
    {
        ScriptedServer server(folder / "socket", answer_of(control_answer_bytes_max));
        EXPECT_EQ(control_request(folder / "socket", "GET", "/", "").value().body.size(), control_answer_bytes_max);
    }
    for (const std::size_t beyond : {std::size_t{1}, std::size_t{1024 * 1024}}) {
        ScriptedServer server(folder / "socket", answer_of(control_answer_bytes_max + beyond));
        EXPECT_EQ(control_request(folder / "socket", "GET", "/", "").error().detail, "The answer is too large.");
    }
}

TEST(ControlClient, GivesUpAfterItsTime) {
    const TestFolder folder;
    std::optional<Respond> withheld;
    RunningServer running(service_with([&](const HttpRequest&, Respond respond) { withheld = std::move(respond); }), {},
                          1, folder / "socket");
    const auto answer = control_request(folder / "socket", "GET", "/", "", 50ms);
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().detail, "The server did not answer in time.");
    running.server.reset();
}

}  // namespace
}  // namespace tradewind::net
