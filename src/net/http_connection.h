#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "net/event_loop.h"
#include "net/http.h"
#include "net/http_output.h"
#include "net/input_buffer.h"
#include "net/peer_address.h"
#include "net/reply.h"
#include "net/request_body.h"
#include "net/serving.h"
#include "net/stream.h"

namespace tradewind::net {

class HttpAcceptor;

// One client's connection: reads requests, has them handled one at a time, and sends the answers in order. Lives on its
// loop's thread; only a Reply reaches it from elsewhere, by way of the loop.
class HttpConnection final : public EventLoop::Watcher {
  public:
    HttpConnection(HttpAcceptor& acceptor, Serving& serving, EventLoop& loop, FileDescriptor socket,
                   std::unique_ptr<TlsSession> tls, PeerAddress peer);

    // False when the system refuses to watch the socket.
    [[nodiscard]] bool start();
    // Answers without having been asked, and closes.
    void turn_away(const Refusal& refusal);

    void on_ready(std::uint32_t events) override;
    // Enforces the limits on time.
    void check_time();
    // Closes it unless a request has begun to arrive or an answer is still to be sent.
    void close_if_idle();
    void close();

    // For Reply. No answer: there will be none.
    [[nodiscard]] bool is_in_handler() const { return in_handler_; }
    void take_answer_in_handler(std::optional<HttpResponse> response);
    void take_answer(std::optional<HttpResponse> response);

    [[nodiscard]] EventLoop& loop() const { return loop_; }
    [[nodiscard]] const PeerAddress& peer() const { return peer_; }

    std::size_t place = 0;  // Among the connections of its acceptor, which keeps it.

  private:
    enum class Phase {
        Head,       // Waits for a request or the rest of its head.
        Body,       // Waits for the rest of a body.
        Handling,   // The request is being handled; nothing is read meanwhile.
        Closing,    // Closes when the output is sent.
        Lingering,  // All is sent and said; what the client still sends is dropped, so that it gets to read our answer.
        Closed,
    };

    // In http_connection.cpp: what the socket and the clock allow. Those that return bool return false when there is
    // something to wait for.
    void advance();
    [[nodiscard]] bool step();
    [[nodiscard]] bool flush();
    void wait_with_output();
    // What waits on the other connections.
    std::size_t note_waiting(std::size_t bytes);
    [[nodiscard]] bool is_stalled() const;
    [[nodiscard]] std::optional<std::size_t> receive(std::span<char> space);
    [[nodiscard]] bool receive_head();
    [[nodiscard]] bool receive_body();
    [[nodiscard]] bool receive_to_drop();
    [[nodiscard]] bool finish();
    void go_on_later();

    // In http_connection_requests.cpp: what becomes of a request. None of these touches the socket.
    [[nodiscard]] bool read_next_head();
    void admit();
    void answer_early(HttpResponse response);
    void begin_body();
    void conclude_body(RequestBody::Progress progress);
    void complete(std::string_view body);
    void handle(std::string_view body);
    void end_request();
    void answer(HttpResponse response);
    void refuse(const Refusal& refusal);
    void refuse_head(std::string_view head, const Refusal& refusal);
    [[nodiscard]] HttpResponse rendered(const Refusal& refusal);
    [[nodiscard]] std::string& output_text();
    template <class Call>
    [[nodiscard]] bool call_service(Call call);

    HttpAcceptor& acceptor_;
    Serving& serving_;
    EventLoop& loop_;
    Stream stream_;
    const PeerAddress peer_;
    const std::shared_ptr<ReplyPath> reply_path_;

    Phase phase_ = Phase::Head;
    bool may_read_ = false;  // Epoll tells of changes only; between them we must remember.
    bool may_write_ = true;
    bool peer_finished_ = false;  // The end of its stream is behind what is still to be read.
    bool in_handler_ = false;
    bool unanswerable_ = false;   // The handler dropped its Reply while it ran.
    bool answered_ = false;       // The request was answered before its body was read.
    bool more_may_come_ = false;  // The client may still be sending what nobody will read.
    bool resumes_ = false;        // go_on_later() was called and is still to happen.
    std::size_t turns_left_ = 0;  // Of the system calls after which others on this thread get theirs.

    EventLoop::Time since_;          // Idle, the first byte of a head, or lingering, by phase.
    EventLoop::Time blocked_since_;  // The last time output moved, or came up, while there is some.
    InputBuffer input_;
    std::size_t searched_ = 0;  // In the unread input, for the end of a head.
    RequestHead head_;          // Views into input_.
    std::optional<Accepted> accepted_;
    RequestBody body_;
    InputBuffer following_;  // What came behind a chunked body, while input_ must not move.
    std::uint64_t dropped_bytes_ = 0;
    bool drops_more_ = false;  // It has one of the places for that.
    HttpOutput output_;
    std::size_t waiting_bytes_ = 0;  // Of it, as counted in serving_.waiting_output.
};

}  // namespace tradewind::net
