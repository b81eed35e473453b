#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "net/file_descriptor.h"
#include "net/http_server.h"
#include "net/unix_address.h"

namespace tradewind::net {

// Longer than anything here takes: a test that waits for so long has failed.
constexpr std::chrono::seconds patience{20};

struct Answer {
    int status = 0;  // 0: the connection was closed without one.
    std::string status_line;
    std::map<std::string, std::string> headers;
    std::string body;

    [[nodiscard]] std::string header(const std::string& name) const {
        const auto found = headers.find(name);
        return found == headers.end() ? "(none)" : found->second;
    }
};

// A client that sends bytes exactly as it is told to.
class RawClient {
  public:
    explicit RawClient(std::uint16_t port, int receive_buffer = 0) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connect(AF_INET, reinterpret_cast<const sockaddr*>(&address), sizeof address, receive_buffer);
    }
    explicit RawClient(const std::filesystem::path& path) {
        const auto address = unix_address(path).value();
        connect(AF_UNIX, reinterpret_cast<const sockaddr*>(&address), sizeof address, 0);
    }

    [[nodiscard]] bool is_connected() const { return connected_; }
    [[nodiscard]] int descriptor() const { return socket_.get(); }

    // False when the server does not take it any more.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    void finish_sending() { ::shutdown(socket_.get(), SHUT_WR); }

    Answer read_answer(bool to_head_request = false) {
        Answer answer;
        std::size_t head_end = 0;
        while ((head_end = received_.find("\r\n\r\n")) == std::string::npos) {
            if (!receive()) return answer;
        }
        std::string_view head(received_.data(), head_end);
        answer.status_line = head.substr(0, head.find("\r\n"));
        answer.status = std::atoi(answer.status_line.c_str() + std::string_view("HTTP/1.1 ").size());
        for (auto line_end = head.find("\r\n"); line_end != std::string_view::npos; line_end = head.find("\r\n")) {
            head.remove_prefix(line_end + 2);
            const auto line = head.substr(0, head.find("\r\n"));
            const auto colon = line.find(": ");
            answer.headers.emplace(line.substr(0, colon), line.substr(colon + 2));
        }
        received_.erase(0, head_end + 4);
        const auto length = answer.headers.find("Content-Length");
        if (length == answer.headers.end() || to_head_request) return answer;
        const auto size = static_cast<std::size_t>(std::atoll(length->second.c_str()));
        while (received_.size() < size && receive()) continue;
        answer.body = received_.substr(0, size);
        received_.erase(0, size);
        return answer;
    }

    // Everything until the server closes the connection.
    std::string read_to_end() {
        while (receive()) continue;
        return std::exchange(received_, {});
    }
    // Waits for the server to close the connection; whether it sent nothing before.
    bool is_closed_silently() { return read_to_end().empty() && ended_; }
    // The same, and not by a reset, which could destroy what we have not read yet.
    bool is_closed_in_order() { return is_closed_silently() && !was_reset_; }
    // What has come without waiting for more.
    std::string read_what_is_here() {
        pollfd polled{.fd = socket_.get(), .events = POLLIN, .revents = 0};
        while (::poll(&polled, 1, 0) == 1 && receive()) continue;
        return std::exchange(received_, {});
    }

    // Gone at once, with a reset instead of an orderly end.
    void vanish() {
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        socket_.close();
    }

  private:
    void connect(int family, const sockaddr* address, socklen_t size, int receive_buffer) {
        socket_ = FileDescriptor(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const timeval longest{.tv_sec = patience.count(), .tv_usec = 0};
        ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
        ::setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
        if (receive_buffer > 0)
            ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        const int on = 1;
        ::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);  // A Unix socket has no need of it.
        connected_ = ::connect(socket_.get(), address, size) == 0;
    }

    bool receive() {
        std::string buffer(64 * 1024, '\0');
        const auto count = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
        if (count < 0 && errno == EAGAIN) ADD_FAILURE() << "Nothing came for " << patience.count() << " s.";
        if (count <= 0) {
            was_reset_ = count < 0 && errno == ECONNRESET;
            ended_ = count == 0 || was_reset_;
            return false;
        }
        received_.append(buffer, 0, static_cast<std::size_t>(count));
        return true;
    }

    FileDescriptor socket_;
    bool connected_ = false;
    bool ended_ = false;
    bool was_reset_ = false;
    std::string received_;
};

using Handler = std::function<void(const HttpRequest&, Respond)>;

inline HttpResponse text_response(std::string text, int status = 200) {
    HttpResponse response(status);
    response.body = std::move(text);
    return response;
}

// Takes every request with a body of up to 1 MiB and gives it to the handler.
inline HttpService service_with(Handler handler) {
    return {.admit = [handler](const RequestHead&) -> Admission {
                return Accepted{
                    .body_bytes_max = 1024 * 1024, .ignore_body = false, .body_file = {}, .handle = handler};
            },
            .refuse =
                [](const Refusal& refusal) {
                    return text_response("refused: " + std::string(refusal.detail), refusal.status);
                }};
}

// Answers with what was asked for: `/path body`.
inline void echo(const HttpRequest& request, Respond respond) {
    std::string text(request.head.target);
    text.append(" ").append(request.body);
    respond(text_response(std::move(text)));
}

class RunningServer {
  public:
    explicit RunningServer(HttpService service, const HttpLimits& limits = {}, std::size_t thread_count = 1)
        : RunningServer(std::move(service), limits, thread_count, TcpAddress{"127.0.0.1", 0}) {}
    RunningServer(HttpService service, const HttpLimits& limits, std::size_t thread_count, const ListenAddress& address)
        : threads(thread_count), server(std::in_place, threads, address, limits, std::move(service), log) {}

    [[nodiscard]] std::uint16_t port() const { return server->port(); }
    [[nodiscard]] RawClient client() const { return RawClient(port()); }
    // The answer to one request on a connection of its own.
    [[nodiscard]] Answer ask(std::string_view request) const {
        auto one = client();
        one.send(request);
        return one.read_answer();
    }

    base::Log log{base::LogFormat::JsonLines, base::LogLevel::Error};
    IoThreads threads;
    std::optional<HttpServer> server;
};

// A folder of its own for one test, removed afterwards.
class TestFolder {
  public:
    TestFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "net-test-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~TestFolder() { std::filesystem::remove_all(path_); }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
    [[nodiscard]] bool is_empty() const { return std::filesystem::is_empty(path_); }

  private:
    std::filesystem::path path_;
};

// Waits for something that another thread brings about and that cannot be waited for otherwise.
template <class Condition>
bool comes_true(Condition condition) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        ::poll(nullptr, 0, 1);
    }
    return true;
}

inline std::string get(std::string_view target, std::string_view header_lines = "") {
    return "GET " + std::string(target) + " HTTP/1.1\r\nHost: a\r\n" + std::string(header_lines) + "\r\n";
}
inline std::string post(std::string_view target, std::string_view body, std::string_view header_lines = "") {
    return "POST " + std::string(target) + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n" + std::string(header_lines) + "\r\n" + std::string(body);
}

}  // namespace tradewind::net
