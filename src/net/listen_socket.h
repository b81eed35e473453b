#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "net/file_descriptor.h"
#include "net/http_server.h"

namespace tradewind::net {

// Connections that wait to be accepted, for each socket; the system may cut it down.
constexpr int waiting_connections_max = 4096;

// `count` listening sockets that share one address; accepted sockets inherit TCP_NODELAY. An address that somebody else
// listens on is refused, although ours share it. Throws std::system_error.
std::vector<FileDescriptor> listen_on_tcp(const TcpAddress& address, std::size_t count);

// From now on nobody new is let in; who was may still be accepted. Others find out when the socket is closed, or,
// trying again a second later, whoever listens there by then. Does nothing to a Unix socket.
void refuse_newcomers(const FileDescriptor& listener);
// For one that is accepted afterwards: it was on its way and may have inherited the refusal.
void admit_latecomer(const FileDescriptor& accepted);

// The port a TCP socket is bound to.
std::uint16_t bound_port(const FileDescriptor& socket);

// A listening Unix socket whose file only its owner can open, from the first instant. A socket file left over by a
// process that died is replaced; the file is removed at the end, unless somebody replaced it in the meantime.
class UnixListenSocket {
  public:
    explicit UnixListenSocket(const std::filesystem::path& path);  // Throws std::system_error.
    ~UnixListenSocket();
    UnixListenSocket(const UnixListenSocket&) = delete;
    UnixListenSocket& operator=(const UnixListenSocket&) = delete;

    // The socket itself, once; the file stays ours.
    [[nodiscard]] FileDescriptor take_socket() { return std::move(socket_); }

  private:
    std::filesystem::path path_;
    FileDescriptor socket_;
    dev_t device_ = 0;
    ino_t inode_ = 0;
};

}  // namespace tradewind::net
