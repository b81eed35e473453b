#include "api/answer.h"

#include "api/error_response.h"
#include "api/if_match.h"

namespace tradewind::api {

void add_common_headers(net::HttpResponse& response, std::string_view request_id, std::string_view cache_control) {
    response.add_header("Cache-Control", cache_control);
    response.header_lines += "X-Content-Type-Options: nosniff\r\n";
    response.add_header("X-Request-Id", request_id);
}

void Answer::json(JsonAnswer answer) {
    net::HttpResponse response(answer.status);
    response.header_lines = "Content-Type: application/json; charset=utf-8\r\n";
    if (answer.replayed) {
        response.header_lines += "Idempotency-Replayed: true\r\n";
        timer_.note_replay();
    }
    if (const auto tag = has_tag_ ? tag_in(answer.body) : std::nullopt) { response.add_header("ETag", *tag); }
    response.body = std::move(answer.body);
    // For the terminal of whoever tries it out: what comes next there begins on a line of its own.
    response.body += '\n';
    send(std::move(response));
}

void Answer::no_content() {
    send(net::HttpResponse(204));
}

void Answer::refuse(const base::Error& error) {
    if (!error.cause.empty()) {
        // That the service is busy is no failure of it: nothing was changed, and the client may try again.
        const bool is_busy = error.kind == base::ErrorKind::Unavailable && error.outcome == base::Outcome::None;
        const auto tell = is_busy ? &base::Log::warning : &base::Log::error;
        (log_->*tell)("request failed", {{"request", request_id_}, {"cause", error.cause}});
    }
    send(error_response(error));
}

void Answer::send(net::HttpResponse response, std::string_view cache_control) {
    add_common_headers(response, request_id_, cache_control);
    if (rate_) { add_rate_headers(response, *rate_); }
    response.header_lines += header_lines_;
    timer_.note_answer(response.status);
    auto respond = std::move(respond_);
    respond(std::move(response));
}

}  // namespace tradewind::api
