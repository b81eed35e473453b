#include "net/http_connection.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

#include "net/http_acceptor.h"
#include "net/http_head.h"
#include "net/response_head.h"
#include "net/tls.h"

namespace tradewind::net {
namespace {

// System calls after which other connections of the thread get their turn.
constexpr std::size_t turns_max = 16;
// An idle connection gives its buffers back after this time.
constexpr std::chrono::seconds buffers_kept{1};

constexpr std::string_view go_ahead = "HTTP/1.1 100 Continue\r\n\r\n";

// The file of an answer, if it is there and long enough.
FileDescriptor open_for_sending(const FileBody& body) {
    FileDescriptor file(::open(body.path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat found {};
    if (!file.is_open() || ::fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode)) return {};
    const auto size = static_cast<std::uint64_t>(found.st_size);
    if (body.offset > size || body.length > size - body.offset) return {};
    return file;
}

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
        if (!may_write_) {
            wait_with_output();  // An answer may have come up meanwhile.
            return false;
        }
        if (turns_left_ == 0) {
            go_on_later();
            return false;
        }
        --turns_left_;
        switch (output_.send(stream_)) {
            case HttpOutput::Sent::Everything:
                if (waiting_bytes_ > 0) note_waiting(0);
                // A head that began to arrive behind the request we answer gets all its time from here on.
                if (phase_ == Phase::Head) since_ = loop_.now();
                break;
            case HttpOutput::Sent::Some:
                blocked_since_ = loop_.now();
                break;
            case HttpOutput::Sent::AwaitsInput:
                may_read_ = false;
                wait_with_output();
                return false;
            case HttpOutput::Sent::AwaitsOutput:
                may_write_ = false;
                wait_with_output();
                return false;
            case HttpOutput::Sent::Failed:
                close();
                return false;
        }
    }
    return true;
}

void HttpConnection::wait_with_output() {
    const std::size_t before = waiting_bytes_;
    const std::size_t others = note_waiting(output_.own_bytes());
    if (waiting_bytes_ > before && others >= serving_.limits.waiting_output_bytes_max) close();
}

std::size_t HttpConnection::note_waiting(std::size_t bytes) {
    return serving_.waiting_output.change(std::exchange(waiting_bytes_, bytes), bytes);
}

bool HttpConnection::is_stalled() const {
    const auto& limits = serving_.limits;
    const bool is_crowded = serving_.waiting_output.bytes() > limits.waiting_output_bytes_max / 2;
    return loop_.now() - blocked_since_ > (is_crowded ? limits.crowded_write_stall_max : limits.write_stall_max);
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
    if (drops_more_ || dropped_bytes_ <= serving_.limits.dropped_body_bytes_max) return true;
    drops_more_ = serving_.dropping_more.enter(std::nullopt);
    if (!drops_more_) close();
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
        if (is_stalled()) close();
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
    if (drops_more_) serving_.dropping_more.leave(std::nullopt);
    output_.release();  // It is counted no more, and this object stays until the round is over.
    if (waiting_bytes_ > 0) note_waiting(0);
    acceptor_.remove(*this);
}

bool HttpConnection::read_next_head() {
    const auto unread = input_.unread();
    if (unread.empty()) return false;
    const std::size_t bytes_max = serving_.limits.head_bytes_max;
    const auto end = find_head_end(unread, searched_);
    if (end ? *end > bytes_max : unread.size() >= bytes_max) {
        refuse_head(unread, {431, "The head of the request is larger than " + std::to_string(bytes_max) + " bytes."});
        return true;
    }
    if (!end) return false;
    auto read = read_head(unread.substr(0, *end));
    input_.use_up(*end);
    searched_ = 0;
    if (const auto* refusal = std::get_if<HeadRefusal>(&read)) {
        refuse_head(unread, {refusal->status, refusal->detail});
    } else {
        head_ = std::get<RequestHead>(std::move(read));
        admit();
    }
    return true;
}

void HttpConnection::admit() {
    std::optional<Admission> admission;
    if (!call_service([&] { admission.emplace(serving_.service.admit(head_)); })) {
        refuse({500, "Something went wrong."});
        return;
    }
    if (auto* response = std::get_if<HttpResponse>(&*admission)) {
        answer_early(std::move(*response));
        return;
    }
    accepted_.emplace(std::get<Accepted>(std::move(*admission)));
    const std::uint64_t bytes_max = accepted_->body_bytes_max;
    if (head_.content_length.value_or(0) > bytes_max) {
        answer_early(rendered({413, "The body is larger than " + std::to_string(bytes_max) + " bytes."}));
        return;
    }
    begin_body();
}

void HttpConnection::answer_early(HttpResponse response) {
    if (!head_.has_body()) {
        answer(std::move(response));
        end_request();
        return;
    }
    // A client that waits for our word may send the body or not, and a chunked one may never end: no next request can
    // be told from it.
    const std::uint64_t droppable_max = serving_.limits.dropped_body_bytes_max;
    if (head_.chunked || head_.expects_continue || *head_.content_length > droppable_max) response.close = true;
    answer(std::move(response));
    if (phase_ == Phase::Closing) {
        more_may_come_ = true;
        end_request();
        return;
    }
    answered_ = true;
    accepted_.emplace(Accepted{.body_bytes_max = droppable_max, .ignore_body = true, .body_file = {}, .handle = {}});
    begin_body();
}

void HttpConnection::begin_body() {
    auto bytes = input_.unread();
    const auto length = head_.content_length.value_or(0);
    const bool is_here = !head_.chunked && bytes.size() >= length;
    if (is_here && !accepted_->body_file) {
        input_.use_up(static_cast<std::size_t>(length));
        complete(bytes.substr(0, static_cast<std::size_t>(accepted_->ignore_body ? 0 : length)));
        return;
    }
    phase_ = Phase::Body;
    auto progress = body_.begin(head_, *accepted_, loop_.now());
    if (progress == RequestBody::Progress::NeedsMore) {
        if (bytes.empty() && head_.expects_continue) output_text() += go_ahead;
        const std::size_t before = bytes.size();
        progress = body_.take(bytes);
        input_.use_up(before - bytes.size());
    }
    conclude_body(progress);
}

void HttpConnection::conclude_body(RequestBody::Progress progress) {
    switch (progress) {
        case RequestBody::Progress::NeedsMore:
            return;
        case RequestBody::Progress::Complete:
            complete(body_.text());
            return;
        case RequestBody::Progress::Malformed:
            refuse({400, "The chunks of the body are malformed."});
            return;
        case RequestBody::Progress::TooLarge:
            refuse({413, "The body is larger than " + std::to_string(accepted_->body_bytes_max) + " bytes."});
            return;
        case RequestBody::Progress::StorageFull:
            serving_.log.error("no space for a request body",
                               {{"cause", std::generic_category().message(body_.cause())}});
            refuse({507, "There is no space to store the body."});
            return;
        case RequestBody::Progress::WriteFailed:
            serving_.log.error("cannot store a request body",
                               {{"cause", std::generic_category().message(body_.cause())}});
            refuse({500, "The body could not be stored."});
            return;
    }
}

void HttpConnection::complete(std::string_view body) {
    if (answered_) {
        phase_ = Phase::Head;
        end_request();
    } else {
        handle(body);
    }
}

void HttpConnection::handle(std::string_view body) {
    phase_ = Phase::Handling;
    unanswerable_ = false;
    in_handler_ = true;
    const HttpRequest request{head_, body, body_.file_path(), peer_.text, loop_};
    const bool returned = call_service([&] { accepted_->handle(request, Reply(reply_path_)); });
    in_handler_ = false;
    if (returned) {
        body_.give_file_away();
        if (phase_ == Phase::Handling && unanswerable_) phase_ = Phase::Closing;
    } else if (phase_ == Phase::Handling) {
        refuse({500, "Something went wrong."});
        return;
    } else {
        phase_ = Phase::Closing;
    }
    // Nothing of the request but its head is needed to answer later.
    accepted_.reset();
    body_.end();
    if (phase_ != Phase::Handling) end_request();
}

void HttpConnection::end_request() {
    accepted_.reset();
    body_.end();
    head_ = RequestHead();
    answered_ = false;
    searched_ = 0;
    since_ = loop_.now();
    if (!following_.unread().empty()) {
        std::swap(input_, following_);
        following_.release();
    }
}

void HttpConnection::take_answer_in_handler(std::optional<HttpResponse> response) {
    if (phase_ != Phase::Handling) return;
    if (response) {
        answer(std::move(*response));
    } else {
        unanswerable_ = true;
    }
}

void HttpConnection::take_answer(std::optional<HttpResponse> response) {
    if (phase_ != Phase::Handling) return;
    if (response) {
        answer(std::move(*response));
    } else {
        phase_ = Phase::Closing;
    }
    end_request();
    advance();
}

void HttpConnection::answer(HttpResponse response) {
    FileDescriptor file;
    if (response.file && head_.method != Method::Head) {
        file = open_for_sending(*response.file);
        if (!file.is_open()) {
            // It may be deleted between the moment it was found and this one.
            const bool is_gone = errno == ENOENT;
            if (!is_gone) { serving_.log.error("cannot send a file", {{"path", response.file->path.native()}}); }
            response =
                rendered(is_gone ? Refusal{404, "The file is gone."} : Refusal{500, "The file could not be read."});
        }
    }
    const bool keep = head_.keep_alive && !response.close && !serving_.draining.load(std::memory_order_relaxed);
    ResponseHead head{.status = response.status,
                      .header_lines = response.header_lines,
                      .date = loop_.http_date(),
                      .content_length = std::nullopt,
                      .connection = ConnectionLine::Close,
                      .is_over_tls = serving_.tls != nullptr};
    // HTTP/1.0 clients, who have to ask for it, want to see it.
    if (keep) head.connection = head_.header("Connection") ? ConnectionLine::KeepAlive : ConnectionLine::None;
    const bool has_body = allows_body(response.status);
    if (has_body) head.content_length = response.body_bytes();

    append_response_head(output_text(), head);
    if (has_body && head_.method != Method::Head) {
        if (response.file) {
            output_.add_file(std::move(file), response.file->offset, response.file->length);
        } else if (!response.static_body.empty()) {
            output_.add_static_body(response.static_body);
        } else {
            output_.add_body(std::move(response.body));
        }
    }
    phase_ = keep ? Phase::Head : Phase::Closing;
}

std::string& HttpConnection::output_text() {
    if (output_.is_empty()) blocked_since_ = loop_.now();
    return output_.text();
}

void HttpConnection::refuse(const Refusal& refusal) {
    auto response = rendered(refusal);
    response.close = true;
    more_may_come_ = true;
    answer(std::move(response));
    end_request();
}

void HttpConnection::refuse_head(std::string_view head, const Refusal& refusal) {
    // Not even a HEAD that cannot be read gets a body: its client would take it for the next answer.
    head.remove_prefix(std::min(head.find_first_not_of("\r\n"), head.size()));
    if (head.starts_with("HEAD ")) head_.method = Method::Head;
    refuse(refusal);
}

HttpResponse HttpConnection::rendered(const Refusal& refusal) {
    HttpResponse response(refusal.status);
    const auto render = [&] {
        const bool has_own = accepted_ && accepted_->refuse;
        response = has_own ? accepted_->refuse(refusal, head_) : serving_.service.refuse(refusal);
    };
    if (!call_service(render)) response = HttpResponse(refusal.status);
    return response;
}

template <class Call>
bool HttpConnection::call_service(Call call) {
    try {
        call();
        return true;
    } catch (const std::exception& exception) {
        serving_.log.error("exception while serving a request", {{"cause", exception.what()}});
    } catch (...) { serving_.log.error("exception while serving a request"); }
    return false;
}

}  // namespace tradewind::net
