#include "net/http_connection.h"

#include <sys/epoll.h>

#include <algorithm>

#include "net/http_acceptor.h"
#include "net/tls.h"

namespace tradewind::net {
namespace {

// System calls after which other connections of the thread get their turn.
constexpr std::size_t turns_max = 16;
// An idle connection gives its buffers back after this time.
constexpr std::chrono::seconds buffers_kept{1};

}  // namespace

HttpConnection::HttpConnection(HttpAcceptor& acceptor, Serving& serving, EventLoop& loop, FileDescriptor socket,
                               std::unique_ptr<TlsSession> tls, PeerAddress peer)
    : acceptor_(acceptor),
      serving_(serving),
      loop_(loop),
      stream_(std::move(socket), std::move(tls)),
      peer_(std::move(peer)),
      reply_path_(std::make_shared<ReplyPath>(ReplyPath{&loop, loop.mailbox(), this})),
      since_(loop.now()) {}

bool HttpConnection::start() {
    return loop_.watch(stream_.descriptor(), EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, *this);
}

void HttpConnection::turn_away(const Refusal& refusal) {
    refuse(refusal);
    advance();
}

void HttpConnection::on_ready(std::uint32_t events) {
    if ((events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) peer_finished_ = true;
    if ((events & EPOLLIN) != 0 || peer_finished_) may_read_ = true;
    if ((events & EPOLLOUT) != 0 || peer_finished_) may_write_ = true;
    advance();
}

void HttpConnection::advance() {
    turns_left_ = turns_max;
    while (phase_ != Phase::Closed) {
        // Answers to requests that are here already go out together.
        const bool room = output_.takes_more();
        if (phase_ == Phase::Head && room && read_next_head()) continue;
        if (!flush()) return;
        if (phase_ == Phase::Head && !room) continue;
        if (!step()) return;
    }
}

bool HttpConnection::step() {
    switch (phase_) {
        case Phase::Head:
            return receive_head();
        case Phase::Body:
            return receive_body();
        case Phase::Handling:
            return false;
        case Phase::Closing:
            return finish();
        case Phase::Lingering:
            return receive_to_drop();
        case Phase::Closed:
            break;
    }
    return false;
}

bool HttpConnection::flush() {
    while (!output_.is_empty()) {
        if (!may_write_) return false;
        if (turns_left_ == 0) {
            go_on_later();
            return false;
        }
        --turns_left_;
        switch (output_.send(stream_)) {
            case HttpOutput::Sent::Everything:
                // A head that began to arrive behind the request we answer gets all its time from here on.
                if (phase_ == Phase::Head) since_ = loop_.now();
                break;
            case HttpOutput::Sent::Some:
                blocked_since_ = loop_.now();
                break;
            case HttpOutput::Sent::AwaitsInput:
                may_read_ = false;
                return false;
            case HttpOutput::Sent::AwaitsOutput:
                may_write_ = false;
                return false;
            case HttpOutput::Sent::Failed:
                close();
                return false;
        }
    }
    return true;
}

std::optional<std::size_t> HttpConnection::receive(std::span<char> space) {
    if (!may_read_) return std::nullopt;
    if (turns_left_ == 0) {
        go_on_later();
        return std::nullopt;
    }
    --turns_left_;
    const auto received = stream_.receive(space);
    switch (received.end) {
        case Transfer::End::Moved:
            if (received.bytes == 0) break;
            // Less than there was room for: that was all. Asking again would only be told so.
            if (received.bytes < space.size() && stream_.tells_all_at_once() && !peer_finished_) may_read_ = false;
            return received.bytes;
        case Transfer::End::AwaitsInput:
            may_read_ = false;
            return std::nullopt;
        case Transfer::End::AwaitsOutput:
            may_write_ = false;
            return std::nullopt;
        case Transfer::End::Failed:
            break;
    }
    close();
    return std::nullopt;
}

bool HttpConnection::receive_head() {
    if (!may_read_) return false;  // Nothing to make room for.
    const bool is_first = input_.unread().empty();
    const auto received = receive(input_.space(std::max(InputBuffer::first_capacity, serving_.limits.head_bytes_max)));
    if (!received) return false;
    if (is_first) since_ = loop_.now();
    input_.added(*received);
    return true;
}

bool HttpConnection::receive_body() {
    auto& scratch = loop_.scratch();
    const auto received = receive({scratch.data(), body_.wanted(scratch.size())});
    if (!received) return false;
    std::string_view bytes(scratch.data(), *received);
    const auto progress = body_.take(bytes);
    if (!bytes.empty()) following_.assign(bytes);
    conclude_body(progress);
    return true;
}

bool HttpConnection::receive_to_drop() {
    const auto received = receive(loop_.scratch());
    if (!received) return false;
    dropped_bytes_ += *received;
    if (dropped_bytes_ > serving_.limits.dropped_body_bytes_max) close();
    return true;
}

bool HttpConnection::finish() {
    // Closing with something unread, or something to come, would reset the connection and could destroy the answer on
    // its way to the client.
    dropped_bytes_ = input_.unread().size();
    if (dropped_bytes_ == 0 && !more_may_come_) {
        dropped_bytes_ = receive(loop_.scratch()).value_or(0);
        if (dropped_bytes_ == 0) {
            close();
            return false;
        }
    }
    stream_.end_output();
    phase_ = Phase::Lingering;
    since_ = loop_.now();
    input_.release();
    return true;
}

void HttpConnection::go_on_later() {
    if (resumes_) return;
    resumes_ = true;
    loop_.post([path = reply_path_] {
        if (path->connection == nullptr) return;
        path->connection->resumes_ = false;
        path->connection->advance();
    });
}

void HttpConnection::check_time() {
    const auto& limits = serving_.limits;
    const auto now = loop_.now();
    const auto elapsed = now - since_;
    if (!output_.is_empty()) {
        if (now - blocked_since_ > limits.write_stall_max) close();
        return;
    }
    if (phase_ == Phase::Head && input_.unread().empty()) {
        if (elapsed > (stream_.is_established() ? limits.idle_time_max : limits.head_time_max)) {
            close();
        } else if (elapsed > buffers_kept) {
            input_.release();
            output_.release();
        }
    } else if (phase_ == Phase::Head && elapsed > limits.head_time_max) {
        refuse_head(input_.unread(), {408, "The head of the request did not arrive in time."});
        advance();
    } else if (phase_ == Phase::Body && body_.is_too_slow(now, limits.body_grace, limits.body_bytes_per_second_min)) {
        if (answered_) {
            close();
        } else {
            refuse({408, "The body of the request arrived too slowly."});
            advance();
        }
    } else if (phase_ == Phase::Lingering && elapsed > limits.linger_time_max) {
        close();
    }
}

void HttpConnection::close_if_idle() {
    if (phase_ != Phase::Head) return;
    may_read_ = true;  // A request may be there already, and nobody has told us yet.
    advance();
    if (phase_ == Phase::Head && input_.unread().empty() && output_.is_empty()) close();
}

void HttpConnection::close() {
    if (phase_ == Phase::Closed) return;
    phase_ = Phase::Closed;
    reply_path_->connection = nullptr;
    accepted_.reset();
    body_.end();
    loop_.forget(stream_.descriptor());
    stream_.close();
    acceptor_.remove(*this);
}

}  // namespace tradewind::net
