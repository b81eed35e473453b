#include "net/http_acceptor.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/ip_address.h"
#include "net/listen_socket.h"
#include "net/peer_address.h"
#include "net/tls.h"

namespace tradewind::net {
namespace {

constexpr std::size_t accepted_per_round_max = 64;
// Connections beyond the limit that are being told so. Beyond this number they are closed without a word.
constexpr std::size_t turned_away_max = 64;
constexpr std::chrono::milliseconds pause_duration{100};
constexpr std::chrono::minutes between_complaints{1};

// Failures that are about the one connection that was to be accepted. After any other the system is short of
// something, and asking again at once would only spin.
bool is_about_one_connection(int cause) {
    switch (cause) {
        case ECONNABORTED:
        case EINTR:
        case EPROTO:
        case EPERM:
        case ENETDOWN:
        case ENOPROTOOPT:
        case EHOSTDOWN:
        case ENONET:
        case EHOSTUNREACH:
        case EOPNOTSUPP:
        case ENETUNREACH:
            return true;
        default:
            return false;
    }
}

bool is_trusted_proxy(const PeerAddress& peer, const HttpLimits& limits) {
    if (limits.trusted_proxies.empty()) return false;
    const auto address = base::IpAddress::parse(peer.text);
    return address && std::ranges::find(limits.trusted_proxies, *address) != limits.trusted_proxies.end();
}

}  // namespace

HttpAcceptor::HttpAcceptor(Serving& serving, EventLoop& loop, FileDescriptor listener)
    : serving_(serving), loop_(loop), listener_(std::move(listener)) {}

void HttpAcceptor::start() {
    paused_ = false;
    if (!loop_.watch(listener_.get(), EPOLLIN, *this)) pause(errno);
    tick_if_needed();
}

void HttpAcceptor::on_ready(std::uint32_t) {
    for (std::size_t count = 0; count < accepted_per_round_max; ++count) {
        if (!accept_one()) return;
    }
}

bool HttpAcceptor::accept_one() {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    FileDescriptor socket(
        ::accept4(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (socket.is_open()) {
        if (refuses_newcomers_) admit_latecomer(socket);
        welcome(std::move(socket), peer_address(address));
        return true;
    }
    if (errno == EAGAIN) return false;
    if (is_about_one_connection(errno)) return true;
    pause(errno);
    return false;
}

void HttpAcceptor::welcome(FileDescriptor socket, PeerAddress peer) {
    if (is_trusted_proxy(peer, serving_.limits)) peer.key.reset();
    const bool counted = serving_.count.enter(peer.key);
    if (!counted && turned_away_ >= turned_away_max) return;
    const auto key = peer.key;
    auto tls = serving_.tls == nullptr ? nullptr : serving_.tls->accept(socket.get());
    const bool is_whole = tls || serving_.tls == nullptr;
    auto connection =
        std::make_unique<HttpConnection>(*this, serving_, loop_, std::move(socket), std::move(tls), std::move(peer));
    if (!is_whole || !connection->start()) {
        if (counted) serving_.count.leave(key);
        return;
    }
    connection->place = entries_.size();
    auto& entry = entries_.emplace_back(Entry{std::move(connection), counted});
    tick_if_needed();
    if (counted) return;
    ++turned_away_;
    entry.connection->turn_away({503, "There are too many connections."});
}

void HttpAcceptor::remove(HttpConnection& connection) {
    const std::size_t place = connection.place;
    Entry entry = std::move(entries_[place]);
    if (place + 1 < entries_.size()) {
        entries_[place] = std::move(entries_.back());
        entries_[place].connection->place = place;
    }
    entries_.pop_back();
    tick_if_needed();
    if (entry.counted) {
        serving_.count.leave(connection.peer().key);
    } else {
        --turned_away_;
    }
    loop_.retire(std::move(entry.connection));
}

void HttpAcceptor::on_tick() {
    if (paused_ && loop_.now() - paused_since_ >= pause_duration) start();
    // Backwards: one that closes is replaced by the last, which has had its turn.
    for (std::size_t place = entries_.size(); place-- > 0;) {
        auto& connection = *entries_[place].connection;
        connection.check_time();
        if (!listener_.is_open()) connection.close_if_idle();
    }
}

void HttpAcceptor::tick_if_needed() {
    const bool needed = paused_ || !entries_.empty();
    if (needed == ticking_) return;
    ticking_ = needed;
    if (needed) {
        loop_.add_ticker(*this);
    } else {
        loop_.remove_ticker(*this);
    }
}

void HttpAcceptor::pause(int cause) {
    loop_.forget(listener_.get());
    paused_ = true;
    paused_since_ = loop_.now();
    tick_if_needed();
    if (last_complaint_ && loop_.now() - *last_complaint_ < between_complaints) return;
    last_complaint_ = loop_.now();
    serving_.log.error("cannot accept connections", {{"cause", std::generic_category().message(cause)}});
}

void HttpAcceptor::stop_listening() {
    if (!listener_.is_open()) return;
    loop_.forget(listener_.get());
    listener_.close();
    paused_ = false;
    tick_if_needed();
}

void HttpAcceptor::refuse_newcomers() {
    refuses_newcomers_ = true;
    if (listener_.is_open()) net::refuse_newcomers(listener_);
}

void HttpAcceptor::retreat() {
    for (std::size_t count = 0; listener_.is_open() && count < waiting_connections_max; ++count) {
        if (!accept_one()) break;
    }
    stop_listening();
    for (std::size_t place = entries_.size(); place-- > 0;) entries_[place].connection->close_if_idle();
}

void HttpAcceptor::shut_down() {
    stop_listening();
    while (!entries_.empty()) entries_.back().connection->close();
}

}  // namespace tradewind::net
