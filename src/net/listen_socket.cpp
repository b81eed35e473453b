#include "net/listen_socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>

#include "net/unix_address.h"

namespace tradewind::net {
namespace {

[[noreturn]] void fail(int cause, const std::string& what) {
    throw std::system_error(cause, std::generic_category(), what);
}

FileDescriptor open_socket(int family) {
    FileDescriptor socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket.is_open()) fail(errno, "socket");
    return socket;
}

void switch_on(const FileDescriptor& socket, int level, int option) {
    const int on = 1;
    if (::setsockopt(socket.get(), level, option, &on, sizeof on) != 0) fail(errno, "setsockopt");
}

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

AddressList numeric_address(const TcpAddress& address) {
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found) != 0)
        fail(EINVAL, "\"" + address.host + "\" is not an IPv4 or IPv6 address");
    return {found, &::freeaddrinfo};
}

void set_port(sockaddr& address, std::uint16_t port) {
    if (address.sa_family == AF_INET6) {
        reinterpret_cast<sockaddr_in6&>(address).sin6_port = htons(port);
    } else {
        reinterpret_cast<sockaddr_in&>(address).sin_port = htons(port);
    }
}

constexpr int hops_left_max = 255;

// Packets that could travel less far than this are dropped; those of nearly every system begin with 64 or 128. Unlike a
// filter of packets this needs no privilege.
void require_hops_left(const FileDescriptor& socket, int least) {
    static_cast<void>(::setsockopt(socket.get(), IPPROTO_IP, IP_MINTTL, &least, sizeof least));
    static_cast<void>(::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_MINHOPCOUNT, &least, sizeof least));
}

}  // namespace

std::vector<FileDescriptor> listen_on_tcp(const TcpAddress& address, std::size_t count) {
    const auto numeric = numeric_address(address);
    const auto name = address.host + " port " + std::to_string(address.port);
    std::vector<FileDescriptor> sockets;
    while (sockets.size() < count) {
        auto socket = open_socket(numeric->ai_family);
        switch_on(socket, SOL_SOCKET, SO_REUSEADDR);
        switch_on(socket, IPPROTO_TCP, TCP_NODELAY);
        // The first binds alone and shares afterwards: bound as shared it would quietly join the sockets of another
        // process of this user and take half of its connections.
        if (!sockets.empty()) switch_on(socket, SOL_SOCKET, SO_REUSEPORT);
        if (::bind(socket.get(), numeric->ai_addr, numeric->ai_addrlen) != 0) fail(errno, "bind to " + name);
        if (sockets.empty()) {
            switch_on(socket, SOL_SOCKET, SO_REUSEPORT);
            set_port(*numeric->ai_addr, bound_port(socket));
        }
        sockets.push_back(std::move(socket));
    }
    for (const auto& socket : sockets) {
        if (::listen(socket.get(), waiting_connections_max) != 0) fail(errno, "listen on " + name);
    }
    return sockets;
}

void refuse_newcomers(const FileDescriptor& listener) {
    require_hops_left(listener, hops_left_max);
}

void admit_latecomer(const FileDescriptor& accepted) {
    require_hops_left(accepted, 0);
}

std::uint16_t bound_port(const FileDescriptor& socket) {
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0) fail(errno, "getsockname");
    return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(bound).sin6_port
                                             : reinterpret_cast<const sockaddr_in&>(bound).sin_port);
}

UnixListenSocket::UnixListenSocket(const std::filesystem::path& path) : path_(path), socket_(open_socket(AF_UNIX)) {
    const auto address = unix_address(path);
    if (!address) fail(ENAMETOOLONG, path.string());
    struct stat found {};
    if (::lstat(path.c_str(), &found) == 0 && S_ISSOCK(found.st_mode)) ::unlink(path.c_str());
    // Before bind(), so that the file never has another mode.
    if (::fchmod(socket_.get(), S_IRUSR | S_IWUSR) != 0) fail(errno, "fchmod " + path.string());
    if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0)
        fail(errno, "bind to " + path.string());
    if (::lstat(path.c_str(), &found) == 0) {
        device_ = found.st_dev;
        inode_ = found.st_ino;
    }
    if (::listen(socket_.get(), waiting_connections_max) != 0) fail(errno, "listen on " + path.string());
}

UnixListenSocket::~UnixListenSocket() {
    struct stat found {};
    if (::lstat(path_.c_str(), &found) == 0 && found.st_dev == device_ && found.st_ino == inode_)
        ::unlink(path_.c_str());
}

}  // namespace tradewind::net
