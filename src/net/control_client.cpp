#include "net/control_client.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>
#include <vector>

#include "base/clock.h"
#include "base/text.h"
#include "net/file_descriptor.h"
#include "net/unix_address.h"

namespace tradewind::net {
namespace {

constexpr std::size_t head_bytes_max = 32 * 1024;
constexpr std::size_t file_piece_bytes = 64 * 1024;

base::Error failure(std::string detail, std::string cause = {}) {
    return {.kind = base::ErrorKind::Unavailable, .detail = std::move(detail), .cause = std::move(cause)};
}

std::string system_message(int cause) {
    return std::generic_category().message(cause);
}

// One request over one connection, all of it before the deadline.
class Exchange {
  public:
    Exchange(FileDescriptor socket, std::chrono::milliseconds longest)
        : socket_(std::move(socket)), deadline_(clock_.steady_now() + longest) {}

    base::Result<void> connect(const std::filesystem::path& path) {
        const auto address = unix_address(path);
        if (!address) return failure("The path of the socket is too long: " + path.string());
        while (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) {
            // A full queue of waiting connections cannot be polled for.
            if ((errno == EAGAIN || errno == EINTR) && wait_for(0, retry_interval)) continue;
            if (errno == ENOENT || errno == ECONNREFUSED)
                return failure("No server is listening on " + path.string() + ".", system_message(errno));
            return failure("Cannot connect to " + path.string() + ": " + system_message(errno) + ".");
        }
        return {};
    }

    base::Result<void> send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(count));
            } else if (errno == EPIPE || errno == ECONNRESET) {
                return {};  // Whoever stops reading may still have answered.
            } else if (errno != EAGAIN && errno != EINTR) {
                return failure("Cannot send the request: " + system_message(errno) + ".");
            } else if (!wait_for(POLLOUT, left())) {
                return failure("The server did not take the request in time.");
            }
        }
        return {};
    }

    base::Result<std::string> receive_all() {
        std::string received;
        std::array<char, 64 * 1024> buffer;
        for (;;) {
            const auto count = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
            if (count == 0) return received;
            if (count > 0) {
                received.append(buffer.data(), static_cast<std::size_t>(count));
                if (received.size() > head_bytes_max + control_answer_bytes_max)
                    return failure("The answer is too large.");
            } else if (errno != EAGAIN && errno != EINTR) {
                return failure("The connection broke off: " + system_message(errno) + ".");
            } else if (!wait_for(POLLIN, left())) {
                return failure("The server did not answer in time.");
            }
        }
    }

  private:
    static constexpr std::chrono::milliseconds retry_interval{10};

    [[nodiscard]] std::chrono::milliseconds left() const {
        return std::chrono::ceil<std::chrono::milliseconds>(deadline_ - clock_.steady_now());
    }

    // False when the deadline is over. Without events it just waits.
    [[nodiscard]] bool wait_for(short events, std::chrono::milliseconds at_most) const {
        const auto wait = std::min(at_most, left());
        if (wait.count() <= 0) return false;
        pollfd polled{.fd = events == 0 ? -1 : socket_.get(), .events = events, .revents = 0};
        ::poll(&polled, 1, static_cast<int>(wait.count()));
        return true;
    }

    base::SystemClock clock_;
    FileDescriptor socket_;
    std::chrono::steady_clock::time_point deadline_;
};

std::string head_text(std::string_view method, std::string_view target, std::string_view content_type,
                      std::uint64_t length) {
    std::string text;
    text.append(method).append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    if (length > 0) {
        text.append("Content-Type: ").append(content_type);
        text.append("\r\nContent-Length: ").append(std::to_string(length)).append("\r\n");
    }
    return text.append("\r\n");
}

base::Result<Exchange> connect_to(const std::filesystem::path& socket, std::chrono::milliseconds longest) {
    FileDescriptor descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!descriptor.is_open()) return failure("Cannot open a socket: " + system_message(errno) + ".");
    Exchange exchange(std::move(descriptor), longest);
    TRY(exchange.connect(socket));
    return exchange;
}

template <class Number>
std::optional<Number> number_in(std::string_view digits) {
    Number number{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

std::optional<std::size_t> content_length_in(std::string_view header_lines) {
    while (!header_lines.empty()) {
        const auto line = header_lines.substr(0, header_lines.find("\r\n"));
        header_lines.remove_prefix(std::min(line.size() + 2, header_lines.size()));
        const auto colon = line.find(':');
        if (colon != std::string_view::npos && base::equals_ignoring_case(line.substr(0, colon), "Content-Length"))
            return number_in<std::size_t>(base::trim(line.substr(colon + 1)));
    }
    return std::nullopt;
}

// The text of one answer after which the connection was closed. The server gives every body a Content-Length.
base::Result<ControlAnswer> read_answer(std::string_view text) {
    constexpr std::string_view version = "HTTP/1.1 ";
    const auto head_end = text.find("\r\n\r\n");
    if (!text.starts_with(version) || head_end == std::string_view::npos)
        return failure("The server closed the connection without an answer.");
    const auto head = text.substr(0, head_end);
    const auto body = text.substr(head_end + 4);
    const auto status = number_in<int>(head.substr(version.size(), 3));
    if (!status) return failure("The answer is not HTTP.");
    const auto length = content_length_in(head.substr(std::min(head.find("\r\n") + 2, head.size())));
    if (body.size() > control_answer_bytes_max) return failure("The answer is too large.");
    if (body.size() != length.value_or(0)) return failure("The answer broke off.");
    return ControlAnswer{*status, std::string(body)};
}

}  // namespace

base::Result<ControlAnswer> control_request(const std::filesystem::path& socket, std::string_view method,
                                            std::string_view target, std::string_view json_body,
                                            std::chrono::milliseconds longest) {
    auto exchange = TRY(connect_to(socket, longest));
    TRY(exchange.send(head_text(method, target, "application/json", json_body.size()).append(json_body)));
    const auto answer = TRY(exchange.receive_all());
    return read_answer(answer);
}

base::Result<ControlAnswer> control_upload(const std::filesystem::path& socket, std::string_view target,
                                           const ControlUpload& upload, std::chrono::milliseconds longest) {
    const FileDescriptor file(::open(upload.file.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat found {};
    if (!file.is_open() || ::fstat(file.get(), &found) != 0)
        return failure("Cannot read " + upload.file.string() + ": " + system_message(errno) + ".");
    auto exchange = TRY(connect_to(socket, longest));
    auto left = static_cast<std::uint64_t>(found.st_size);
    const auto length = upload.before.size() + left + upload.behind.size();
    TRY(exchange.send(head_text("POST", target, upload.content_type, length).append(upload.before)));
    std::vector<char> piece(file_piece_bytes);
    while (left > 0) {
        const auto count = ::read(file.get(), piece.data(), std::min<std::uint64_t>(piece.size(), left));
        if (count <= 0) return failure("Cannot read all of " + upload.file.string() + ".");
        TRY(exchange.send({piece.data(), static_cast<std::size_t>(count)}));
        left -= static_cast<std::uint64_t>(count);
    }
    TRY(exchange.send(upload.behind));
    const auto answer = TRY(exchange.receive_all());
    return read_answer(answer);
}

}  // namespace tradewind::net
