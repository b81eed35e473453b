#include "net/http_server.h"

#include <algorithm>
#include <cassert>
#include <latch>
#include <optional>

#include "base/clock.h"
#include "base/wakeup.h"
#include "net/http_acceptor.h"
#include "net/io_thread.h"
#include "net/listen_socket.h"
#include "net/serving.h"

namespace tradewind::net {
namespace {

// For those who connected at the last moment to say what they want.
constexpr std::chrono::milliseconds last_newcomers_time{1000};

}  // namespace

struct HttpServer::State {
    Serving serving;
    std::optional<UnixListenSocket> unix_socket;
    std::uint16_t port = 0;
    std::vector<std::unique_ptr<HttpAcceptor>> acceptors;

    // Waits until it is done on every thread.
    void on_each_thread(void (HttpAcceptor::*action)()) {
        assert(EventLoop::current() == nullptr && "an I/O thread cannot wait for itself");
        // Shared with the threads: who counts down last may still be inside of it when we go on.
        const auto done = std::make_shared<std::latch>(static_cast<std::ptrdiff_t>(acceptors.size()));
        for (const auto& each : acceptors) {
            each->loop().post([acceptor = each.get(), action, done] {
                (acceptor->*action)();
                done->count_down();
            });
        }
        done->wait();
    }
};

HttpServer::HttpServer(IoThreads& threads, const ListenAddress& address, const HttpLimits& limits, HttpService service,
                       base::Log& log, const TlsIdentity* tls)
    : state_(new State{.serving = {.limits = limits,
                                   .service = std::move(service),
                                   .tls = tls,
                                   .log = log,
                                   .waiting_output = threads.waiting_output_,
                                   .count = {limits.connections_max, limits.connections_per_address_max},
                                   .dropping_more = {limits.dropping_more_max, limits.dropping_more_max}},
                       .unix_socket = {},
                       .acceptors = {}}) {
    std::vector<FileDescriptor> listeners;
    if (const auto* tcp = std::get_if<TcpAddress>(&address)) {
        listeners = listen_on_tcp(*tcp, threads.count());
        state_->port = bound_port(listeners.front());
    } else {
        state_->unix_socket.emplace(std::get<std::filesystem::path>(address));
        listeners.push_back(state_->unix_socket->take_socket());
    }
    for (std::size_t index = 0; index < listeners.size(); ++index) {
        state_->acceptors.push_back(std::make_unique<HttpAcceptor>(state_->serving, threads.threads_[index]->loop(),
                                                                   std::move(listeners[index])));
    }
    state_->on_each_thread(&HttpAcceptor::start);
}

HttpServer::~HttpServer() {
    state_->on_each_thread(&HttpAcceptor::shut_down);
}

std::uint16_t HttpServer::port() const {
    return state_->port;
}

void HttpServer::drain(std::chrono::milliseconds linger, std::chrono::milliseconds longest) {
    const auto begun = base::SystemClock().steady_now();
    state_->serving.draining = true;
    base::Wakeup nothing_to_wait_for_but_time;
    nothing_to_wait_for_but_time.wait_for(std::min(linger, longest));
    if (linger.count() > 0) {
        state_->on_each_thread(&HttpAcceptor::refuse_newcomers);
        const auto left =
            std::chrono::floor<std::chrono::milliseconds>(begun + longest - base::SystemClock().steady_now());
        nothing_to_wait_for_but_time.wait_for(std::clamp(left, std::chrono::milliseconds(0), last_newcomers_time));
    }
    state_->on_each_thread(&HttpAcceptor::retreat);
    state_->serving.count.wait_until_none(begun + longest);
}

}  // namespace tradewind::net
