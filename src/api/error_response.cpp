#include "api/error_response.h"

#include <algorithm>
#include <span>

#include "base/json_writer.h"
#include "net/status.h"

namespace tradewind::api {
namespace {

constexpr std::string_view json_content_type = "application/json; charset=utf-8";
constexpr std::string_view retry_after_seconds = "1";

int status_of(base::ErrorKind kind) {
    switch (kind) {
        case base::ErrorKind::BadRequest:
            return 400;
        case base::ErrorKind::Unauthorized:
            return 401;
        case base::ErrorKind::Forbidden:
            return 403;
        case base::ErrorKind::NotFound:
            return 404;
        case base::ErrorKind::Conflict:
            return 409;
        case base::ErrorKind::TooLarge:
            return 413;
        case base::ErrorKind::UnsupportedMediaType:
            return 415;
        case base::ErrorKind::Invalid:
            return 422;
        case base::ErrorKind::TooManyRequests:
            return 429;
        case base::ErrorKind::Internal:
            return 500;
        case base::ErrorKind::Unavailable:
            return 503;
        case base::ErrorKind::StorageFull:
            return 507;
    }
    return 500;
}

int status_of(const base::Error& error) {
    const bool is_condition = error.kind == base::ErrorKind::Conflict && !error.problems.empty() &&
                              error.problems.front().path == if_match_path;
    return is_condition ? 412 : status_of(error.kind);
}

void begin_body(base::JsonWriter& writer, int status, std::string_view detail) {
    writer.begin_object();
    writer.key("status");
    writer.integer(status);
    writer.key("title");
    // Clients of the interface know this title in these letters, whatever the reason phrase of the day is.
    writer.string(status == 422 ? std::string_view("Unprocessable entity") : net::reason_phrase(status));
    writer.key("detail");
    writer.string(detail);
}

// Of a JSON Pointer, as it is in the body.
std::string last_part(std::string_view pointer) {
    const auto part = pointer.substr(pointer.rfind('/') + 1);
    std::string name;
    for (std::size_t place = 0; place < part.size(); ++place) {
        const bool is_escape = part[place] == '~' && place + 1 < part.size();
        name += is_escape ? (part[++place] == '1' ? '/' : '~') : part[place];
    }
    return name;
}

void write_problems(base::JsonWriter& writer, const std::vector<base::Problem>& problems) {
    const auto told = std::min(problems.size(), problems_told_max);
    writer.key("validationErrors");
    writer.begin_array();
    for (const auto& problem : std::span(problems).first(told)) {
        writer.begin_object();
        writer.key("name");
        writer.string(last_part(problem.path));
        writer.key("path");
        writer.string(problem.path);
        writer.key("reason");
        writer.string(problem.reason);
        writer.end_object();
    }
    writer.end_array();
    if (told == problems.size()) { return; }
    writer.key("moreValidationErrors");
    writer.integer(static_cast<std::int64_t>(problems.size() - told));
}

void write_lists(base::JsonWriter& writer, const std::vector<base::ErrorList>& lists) {
    for (const auto& list : lists) {
        writer.key(list.name);
        writer.begin_array();
        for (const auto& item : list.items) { writer.string(item); }
        writer.end_array();
    }
}

}  // namespace

void write_error(base::JsonWriter& writer, const base::Error& error) {
    begin_body(writer, status_of(error), error.detail);
    if (error.kind == base::ErrorKind::Invalid) { write_problems(writer, error.problems); }
    if (!error.code.empty()) {
        writer.key("code");
        writer.string(error.code);
    }
    write_lists(writer, error.lists);
    if (error.outcome) {
        writer.key("outcome");
        writer.string(*error.outcome == base::Outcome::None ? "none" : "unknown");
    }
    writer.end_object();
}

net::HttpResponse error_response(const base::Error& error) {
    net::HttpResponse response(status_of(error));
    response.add_header("Content-Type", json_content_type);
    if (error.kind == base::ErrorKind::Unauthorized) { response.add_header("WWW-Authenticate", "apiKey"); }
    if (error.kind == base::ErrorKind::Unavailable) { response.add_header("Retry-After", retry_after_seconds); }
    base::JsonWriter writer(response.body);
    write_error(writer, error);
    response.body += '\n';
    return response;
}

net::HttpResponse http_error_response(int status, std::string_view detail) {
    net::HttpResponse response(status);
    response.add_header("Content-Type", json_content_type);
    if (status == 503) { response.add_header("Retry-After", retry_after_seconds); }
    base::JsonWriter writer(response.body);
    begin_body(writer, status, detail);
    if (status == 503 || status == 507) {
        writer.key("outcome");
        writer.string("none");
    }
    writer.end_object();
    response.body += '\n';
    return response;
}

}  // namespace tradewind::api
