#include "net/listen_socket.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/stat.h>

#include <fstream>
#include <system_error>

#include "net/http_server_fixture.h"

namespace tradewind::net {
namespace {

// Whether somebody on this machine is let in within a moment.
bool is_let_in(const std::string& host, std::uint16_t port) {
    constexpr timeval moment{.tv_sec = 0, .tv_usec = 200'000};
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    v6.sin6_addr = in6addr_loopback;
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool is_v4 = host == "127.0.0.1";
    const FileDescriptor socket(::socket(is_v4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &moment, sizeof moment), 0);
    return (is_v4 ? ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&v4), sizeof v4)
                  : ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&v6), sizeof v6)) == 0;
}

bool has_ipv6() {
    const FileDescriptor socket(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_addr = in6addr_loopback;
    return ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

TEST(ListenSocket, LetsNobodyInWhoComesAfterARefusalAndKeepsWhoCameBefore) {
    for (const std::string host : {"127.0.0.1", "::1"}) {
        if (host == "::1" && !has_ipv6()) continue;
        const auto sockets = listen_on_tcp({host, 0}, 2);
        const auto port = bound_port(sockets.front());
        EXPECT_TRUE(is_let_in(host, port)) << host;
        for (const auto& socket : sockets) refuse_newcomers(socket);
        for (int newcomer = 0; newcomer < 4; ++newcomer) EXPECT_FALSE(is_let_in(host, port)) << host;
    }
    const auto sockets = listen_on_tcp({"127.0.0.1", 0}, 1);
    RawClient client(bound_port(sockets.front()));
    refuse_newcomers(sockets.front());
    const FileDescriptor accepted(::accept4(sockets.front().get(), nullptr, nullptr, SOCK_CLOEXEC));
    EXPECT_TRUE(accepted.is_open());
    // As if it had been only half let in.
    refuse_newcomers(accepted);
    EXPECT_TRUE(client.send("x"));
    char received = 0;
    EXPECT_EQ(::recv(accepted.get(), &received, 1, MSG_DONTWAIT), -1);
    admit_latecomer(accepted);
    EXPECT_TRUE(comes_true([&] { return ::recv(accepted.get(), &received, 1, MSG_DONTWAIT) == 1; }));
}

TEST(ListenSocket, SharesOnePortAndHandsDownNoDelay) {
    const auto sockets = listen_on_tcp({"127.0.0.1", 0}, 3);
    ASSERT_EQ(sockets.size(), 3u);
    const auto port = bound_port(sockets.front());
    EXPECT_NE(port, 0);
    for (const auto& socket : sockets) EXPECT_EQ(bound_port(socket), port);

    std::vector<RawClient> clients;
    FileDescriptor accepted;
    EXPECT_TRUE(comes_true([&] {
        clients.emplace_back(port);
        accepted = FileDescriptor(::accept4(sockets.back().get(), nullptr, nullptr, SOCK_CLOEXEC));
        return accepted.is_open();
    }));
    int no_delay = 0;
    socklen_t size = sizeof no_delay;
    EXPECT_EQ(::getsockopt(accepted.get(), IPPROTO_TCP, TCP_NODELAY, &no_delay, &size), 0);
    EXPECT_NE(no_delay, 0);
}

TEST(ListenSocket, RefusesAPortThatSomebodyElseShares) {
    const auto sockets = listen_on_tcp({"127.0.0.1", 0}, 2);
    const auto port = bound_port(sockets.front());
    for (const std::size_t count : {1u, 2u}) {
        try {
            listen_on_tcp({"127.0.0.1", port}, count);
            ADD_FAILURE() << "The port was given twice.";
        } catch (const std::system_error& error) { EXPECT_EQ(error.code().value(), EADDRINUSE); }
    }
}

TEST(ListenSocket, GivesAPortBackAtOnce) {
    std::uint16_t port = 0;
    {
        const auto sockets = listen_on_tcp({"127.0.0.1", 0}, 2);
        port = bound_port(sockets.front());
        RawClient client(port);
        EXPECT_TRUE(client.is_connected());
    }
    EXPECT_EQ(bound_port(listen_on_tcp({"127.0.0.1", port}, 2).back()), port);
}

TEST(ListenSocket, TakesIpv6AndRefusesNames) {
    try {
        EXPECT_NE(bound_port(listen_on_tcp({"::1", 0}, 2).back()), 0);
    } catch (const std::system_error& error) {
        // A machine without IPv6 says so; it is not taken for a malformed address.
        EXPECT_TRUE(error.code().value() == EADDRNOTAVAIL || error.code().value() == EAFNOSUPPORT) << error.what();
    }
    for (const char* host : {"", "localhost", "127.0.0.256", "[::1]"})
        EXPECT_THROW(listen_on_tcp({host, 0}, 1), std::system_error) << host;
}

TEST(UnixListenSocket, LetsOnlyItsOwnerInAndRemovesItsFile) {
    const TestFolder folder;
    const auto path = folder / "socket";
    const auto mask = ::umask(0);
    {
        const UnixListenSocket socket(path);
        struct stat found {};
        EXPECT_EQ(::lstat(path.c_str(), &found), 0);
        EXPECT_TRUE(S_ISSOCK(found.st_mode));
        EXPECT_EQ(found.st_mode & 07777, 0600u);
        EXPECT_TRUE(RawClient(path).is_connected());
    }
    ::umask(mask);
    EXPECT_TRUE(folder.is_empty());
}

TEST(UnixListenSocket, ReplacesASocketLeftBehindButNothingElse) {
    const TestFolder folder;
    const auto path = folder / "socket";
    std::optional<UnixListenSocket> first(std::in_place, path);
    {
        const UnixListenSocket second(path);
        EXPECT_TRUE(RawClient(path).is_connected());
        first.reset();
        EXPECT_TRUE(RawClient(path).is_connected()) << "The first must not remove the file of the second.";
    }
    EXPECT_TRUE(folder.is_empty());
    std::ofstream(path) << "precious";
    EXPECT_THROW(UnixListenSocket{path}, std::system_error);
    EXPECT_EQ(std::filesystem::file_size(path), 8u);
}

TEST(UnixListenSocket, RefusesAPathThatIsTooLong) {
    const TestFolder folder;
    try {
        const UnixListenSocket socket(folder / std::string(120, 'x'));
        ADD_FAILURE();
    } catch (const std::system_error& error) { EXPECT_EQ(error.code().value(), ENAMETOOLONG); }
}

}  // namespace
}  // namespace tradewind::net
