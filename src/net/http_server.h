#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/executor.h"
#include "base/ip_address.h"
#include "base/log.h"
#include "net/http.h"
#include "net/waiting_output.h"

namespace tradewind::net {

class IoThread;
class TlsIdentity;

// One thread and one event loop per core. The listeners share them. Work posted to an executor must not throw.
class IoThreads {
  public:
    explicit IoThreads(std::size_t count);
    ~IoThreads();  // Stops and joins. Servers on these threads must be gone.
    IoThreads(const IoThreads&) = delete;
    IoThreads& operator=(const IoThreads&) = delete;

    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] base::Executor& executor(std::size_t index);
    // Of all listeners.
    [[nodiscard]] std::size_t waiting_output_bytes() const { return waiting_output_.bytes(); }

  private:
    friend class HttpServer;
    WaitingOutput waiting_output_;
    std::vector<std::unique_ptr<IoThread>> threads_;
};

struct HttpLimits {
    std::size_t head_bytes_max = 32 * 1024;
    std::size_t connections_max = 10'000;
    std::size_t connections_per_address_max = 256;  // An IPv4 address or the first half of an IPv6 address.
    // They speak for many: of their connections only the total counts.
    std::vector<base::IpAddress> trusted_proxies = {};
    std::chrono::milliseconds head_time_max{10'000};
    std::chrono::milliseconds idle_time_max{60'000};
    std::chrono::milliseconds body_grace{10'000};  // After it the body must come at body_bytes_per_second_min.
    std::uint64_t body_bytes_per_second_min = 1024;
    // What a client still sends after an early refusal is read and dropped, so that it gets to read the answer. So much
    // of a declared body and the connection goes on; otherwise it is closed, after this time at most. More is taken
    // from so many connections at once.
    std::uint64_t dropped_body_bytes_max = 1024 * 1024;
    std::chrono::milliseconds linger_time_max{10'000};
    std::size_t dropping_more_max = 256;
    std::chrono::milliseconds write_stall_max{60'000};  // A reader that takes nothing for so long is cut off.
    // What waits for slow readers of all listeners: from half of it on they are cut off sooner, and when it is reached,
    // at once. One answer may be larger.
    std::size_t waiting_output_bytes_max = 64 * 1024 * 1024;
    std::chrono::milliseconds crowded_write_stall_max{1'000};
};

struct TcpAddress {
    std::string host;  // An IPv4 or IPv6 address, without brackets.
    std::uint16_t port = 0;
};
using ListenAddress = std::variant<TcpAddress, std::filesystem::path>;  // A path: a Unix socket, made with mode 0600.

// An HTTP/1.1 server on one address. TCP: one listener per I/O thread (SO_REUSEPORT). Throws std::system_error when the
// address cannot be had. The remote address of a request over a Unix socket is `unix`.
class HttpServer {
  public:
    // `tls`: who it is that speaks TLS here. None: plain HTTP.
    HttpServer(IoThreads& threads, const ListenAddress& address, const HttpLimits& limits, HttpService service,
               base::Log& log, const TlsIdentity* tls = nullptr);
    ~HttpServer();  // Closes what is left at once and waits until no connection uses the service any more.
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    // The port in use, also when 0 was asked for; 0 for a Unix socket.
    [[nodiscard]] std::uint16_t port() const;

    // From now on every answer says `Connection: close`; the listeners stay open for `linger` and then let nobody in
    // any more. Who connected before that has a moment to ask for something; then the listeners close, and connections
    // without a request in flight are closed. Returns when all are gone or `longest` is over. Blocks.
    void drain(std::chrono::milliseconds linger, std::chrono::milliseconds longest);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tradewind::net
