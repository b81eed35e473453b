// crowd_load PORT KEY CONNECTIONS SECONDS NAME: so many clients, each with a connection of its own, that change
// contacts as fast as they are answered and try again at once when they are turned away. Prints as JSON how many were
// accepted and how many shed, and how long the accepted ones took, from the first byte sent to the last received.

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Wanted {
    std::uint16_t port;
    std::string key;
    std::size_t connections;
    std::chrono::seconds time;
    std::string name;  // Of the contacts.
};

struct Figures {
    std::vector<double> accepted_milliseconds;
    std::uint64_t shed = 0;
    std::uint64_t others = 0;
};

struct Client {
    int socket = -1;
    Clock::time_point sent;
    std::string received;
};

void check(bool done, const char* what) {
    if (!done) { throw std::runtime_error(std::string(what) + ": " + std::to_string(errno)); }
}

class Crowd {
  public:
    explicit Crowd(const Wanted& wanted) : wanted_(wanted), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
        check(epoll_ >= 0, "epoll");
        clients_.resize(wanted.connections);
        for (std::size_t index = 0; index < clients_.size(); ++index) { connect(index); }
    }

    Figures run() {
        for (auto& client : clients_) { send(client); }
        const auto end = Clock::now() + wanted_.time;
        std::array<epoll_event, 256> events;
        while (Clock::now() < end) {
            const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 100);
            for (int index = 0; index < count; ++index) {
                receive(clients_[events[static_cast<std::size_t>(index)].data.u64]);
            }
        }
        return std::move(figures_);
    }

  private:
    void connect(std::size_t index) {
        auto& client = clients_[index];
        client.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        check(client.socket >= 0, "socket");
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(wanted_.port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        check(::connect(client.socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0, "connect");
        const int on = 1;
        ::setsockopt(client.socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        check(::fcntl(client.socket, F_SETFL, O_NONBLOCK) == 0, "fcntl");
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = index;
        check(::epoll_ctl(epoll_, EPOLL_CTL_ADD, client.socket, &event) == 0, "epoll_ctl");
    }

    void send(Client& client) {
        const auto body = R"({"_points":)" + std::to_string(++requests_) + "}";
        const auto request = "PATCH /contacts/email/" + wanted_.name + std::to_string(requests_ % contacts) +
                             "@example.org HTTP/1.1\r\nHost: shop\r\nAuthorization: apiKey " + wanted_.key +
                             "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                             "\r\n\r\n" + body;
        client.sent = Clock::now();
        check(
            ::send(client.socket, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size()),
            "send");
    }

    void receive(Client& client) {
        std::array<char, 16 * 1024> buffer;
        const auto count = ::recv(client.socket, buffer.data(), buffer.size(), 0);
        if (count < 0 && errno == EAGAIN) { return; }
        check(count > 0, "the server closed a connection");
        client.received.append(buffer.data(), static_cast<std::size_t>(count));
        if (!is_whole(client.received)) { return; }
        const std::chrono::duration<double, std::milli> took = Clock::now() - client.sent;
        const std::string_view text = client.received;
        if (text.starts_with("HTTP/1.1 200 ")) {
            figures_.accepted_milliseconds.push_back(took.count());
        } else if (text.starts_with("HTTP/1.1 503 ")) {
            ++figures_.shed;
        } else {
            ++figures_.others;
        }
        client.received.clear();
        send(client);
    }

    static bool is_whole(const std::string& text) {
        const auto head_end = text.find("\r\n\r\n");
        const auto length = text.find("Content-Length: ");
        if (head_end == std::string::npos) { return false; }
        check(length < head_end, "an answer without a length");
        return text.size() >= head_end + 4 + std::strtoul(text.c_str() + length + 16, nullptr, 10);
    }

    static constexpr std::uint64_t contacts = 1000;
    const Wanted& wanted_;
    const int epoll_;
    std::vector<Client> clients_;
    std::uint64_t requests_ = 0;
    Figures figures_;
};

double percentile(std::vector<double>& sorted, double part) {
    if (sorted.empty()) { return 0; }
    return sorted[static_cast<std::size_t>(static_cast<double>(sorted.size() - 1) * part)];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) { return 2; }
    try {
        const Wanted wanted{.port = static_cast<std::uint16_t>(std::atoi(argv[1])),
                            .key = argv[2],
                            .connections = static_cast<std::size_t>(std::atoi(argv[3])),
                            .time = std::chrono::seconds(std::atoi(argv[4])),
                            .name = argv[5]};
        auto figures = Crowd(wanted).run();
        auto& times = figures.accepted_milliseconds;
        std::sort(times.begin(), times.end());
        std::printf(R"({"accepted":%zu,"shed":%llu,"others":%llu,"p50_ms":%.3f,"p99_ms":%.3f})"
                    "\n",
                    times.size(), static_cast<unsigned long long>(figures.shed),
                    static_cast<unsigned long long>(figures.others), percentile(times, 0.5), percentile(times, 0.99));
        return 0;
    } catch (const std::exception& broken) {
        std::fprintf(stderr, "crowd_load: %s\n", broken.what());
        return 1;
    }
}
