#include "api/router.h"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <span>

#include "api/error_response.h"
#include "base/fault.h"
#include "base/multipart_reader.h"
#include "base/text.h"
#include "storage/database/refusals.h"

namespace tradewind::api {
namespace {

bool is_request_id(std::string_view text) {
    constexpr std::size_t characters_max = 128;
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
               c == '-';
    };
    return !text.empty() && text.size() <= characters_max && std::all_of(text.begin(), text.end(), fits);
}

constexpr std::array<std::string_view, 1> form_types{"multipart/form-data"};
constexpr std::array<std::string_view, 1> json_types{"application/json"};

bool is_one_of(std::span<const std::string_view> types, std::string_view content_type) {
    const auto type = base::trim(content_type.substr(0, content_type.find(';')));
    return std::ranges::any_of(types, [&](std::string_view known) { return base::equals_ignoring_case(type, known); });
}

// A form is never JSON; any other word is not worth a refusal, for clients in use send what their libraries add.
bool is_multipart(std::string_view content_type) {
    constexpr std::string_view beginning = "multipart/";
    return base::equals_ignoring_case(base::trim(content_type).substr(0, beginning.size()), beginning);
}

base::Error wrong_type(const Route& route) {
    if (route.body() == BodyKind::Json) {
        return {.kind = base::ErrorKind::UnsupportedMediaType,
                .detail = "The body must be JSON, not a form; send it with Content-Type: application/json."};
    }
    if (route.body() == BodyKind::Form) {
        return {.kind = base::ErrorKind::UnsupportedMediaType,
                .detail = "The body must be a form, sent with Content-Type: multipart/form-data."};
    }
    std::string detail = "The body must be a file, sent with Content-Type:";
    for (const auto type : route.upload()->content_types) {
        detail.append(type == route.upload()->content_types.front() ? " " : " or ").append(type);
    }
    return {.kind = base::ErrorKind::UnsupportedMediaType, .detail = detail + "."};
}

// What the head says about a body that the route could not read.
base::Result<void> check_body(const Route& route, const net::RequestHead& head) {
    if (head.content_length.value_or(0) > route.body_bytes_max()) {
        return base::Error{.kind = base::ErrorKind::TooLarge,
                           .detail = "The body is larger than " + std::to_string(route.body_bytes_max()) + " bytes."};
    }
    if (head.header("content-encoding")) {
        return base::Error{.kind = base::ErrorKind::UnsupportedMediaType,
                           .detail = "Send the body as it is, without a Content-Encoding."};
    }
    if (route.body() == BodyKind::Ignored || route.body() == BodyKind::Any) { return {}; }
    const auto content_type = head.header("content-type");
    if (route.body() == BodyKind::File) {
        // Its type tells how to read it.
        const bool is_known = content_type && is_one_of(route.upload()->content_types, *content_type);
        return is_known ? base::Result<void>() : wrong_type(route);
    }
    if (route.body() == BodyKind::Form) {
        if (!content_type || !is_one_of(form_types, *content_type)) { return wrong_type(route); }
        if (!base::multipart_boundary(*content_type)) {
            return base::bad_request("The Content-Type names no boundary between the parts of the form.");
        }
        return {};
    }
    return content_type && is_multipart(*content_type) ? wrong_type(route) : base::Result<void>();
}

// What the route itself has against the request before its body is looked at. A path that cannot be decoded is told
// later, in its turn.
base::Result<void> check_path(const Route& route, const PathEntry& entry, const net::RequestHead& head,
                              const Caller& caller) {
    if (!route.check()) { return {}; }
    const auto parameters = PathTable::parameters(entry, head.path);
    return parameters ? route.check()(caller, parameters.value()) : base::Result<void>();
}

// Where the file in its body goes; null when it takes none.
const storage::FilesDirectory* files_of(const Route& route) {
    if (route.upload()) { return route.upload()->files; }
    return route.form_upload() ? route.form_upload()->files : nullptr;
}

// A file is not begun that finds no room, and would take what others need to give some back.
base::Result<void> check_room(const Route& route, const net::RequestHead& head) {
    const auto* const files = files_of(route);
    if (files == nullptr) { return {}; }
    if (!files->has_room()) { return storage::disk_full_refusal({}); }
    if (!files->may_take(static_cast<std::int64_t>(head.content_length.value_or(0)))) {
        return storage::files_full_refusal();
    }
    return {};
}

net::HttpResponse options_response(std::string_view allow) {
    net::HttpResponse response(204);
    response.add_header("Allow", allow);
    return response;
}

// Nothing: whoever is known may call it.
std::optional<domain::Scope> scope_of(const Route& route) {
    if (const auto* const managed = std::get_if<Managed>(&route.access())) { return managed->scope; }
    const auto* const scope = std::get_if<domain::Scope>(&route.access());
    return scope != nullptr ? std::optional(*scope) : std::nullopt;
}

base::Result<void> check_scope(const Route& route, const Caller& caller) {
    const auto scope = scope_of(route);
    const auto own = caller.scopes();
    const bool is_managed = std::holds_alternative<Managed>(route.access());
    if (!scope || own.has(*scope) || (is_managed && own.has(domain::Scope::Admin))) { return {}; }
    if (base::is_planted(base::Fault::IgnoreScopes)) { return {}; }
    const std::string who = caller.session != nullptr ? "Your role" : "The API key";
    return base::Error{.kind = base::ErrorKind::Forbidden,
                       .detail = who + " lacks the scope '" + std::string(domain::scope_word(*scope)) + "'."};
}

bool is_unsafe(net::Method method) {
    return method != net::Method::Get && method != net::Method::Head;
}

// What a form on a page of another site can send is refused, wherever people sign in or are signed in.
base::Result<void> check_console_body(const Route& route, const net::RequestHead& head) {
    const bool takes_file = route.body() == BodyKind::File || route.body() == BodyKind::Form;
    if (takes_file || (!head.has_body() && route.body() != BodyKind::Json)) { return {}; }
    const auto content_type = head.header("content-type");
    if (content_type && is_one_of(json_types, *content_type)) { return {}; }
    return base::Error{.kind = base::ErrorKind::UnsupportedMediaType,
                       .detail = "With a session the body must be sent with Content-Type: application/json."};
}

base::Error too_many(const RateState& rate) {
    return {.kind = base::ErrorKind::TooManyRequests,
            .detail = "More than " + std::to_string(rate.limit) + " requests were made in this minute; wait " +
                      std::to_string(rate.reset_seconds) + " s."};
}

// All that is before, for every so many bytes.
void read_again_and_again(std::string_view body) {
    constexpr std::size_t step = 1024;
    volatile std::size_t lines = 0;
    for (std::size_t end = 0; end < body.size(); end += step) {
        lines = lines + static_cast<std::size_t>(std::ranges::count(body.substr(0, end), '\n'));
    }
}

void obey_planted_faults(const net::HttpRequest& request, base::Log& log) {
    if (base::is_planted(base::Fault::LogRequests)) {
        log.info("request", {{"path", request.head.path}, {"body", request.body}});
    }
    if (base::is_planted(base::Fault::ReadAgain)) { read_again_and_again(request.body); }
}

base::Error failed(std::string cause) {
    return {
        .kind = base::ErrorKind::Internal, .detail = "Something went wrong on our side.", .cause = std::move(cause)};
}

}  // namespace

Router::Router(Origin origin, std::vector<Route> routes, Authentication& authentication, RateLimit& rate_limit,
               const base::Clock& clock, base::IdSource& ids, base::Log& log)
    : origin_(origin),
      routes_(std::move(routes)),
      paths_(routes_),
      authentication_(authentication),
      rate_limit_(rate_limit),
      clock_(clock),
      figures_(routes_.size()),
      ids_(ids),
      log_(log) {}

net::HttpService Router::service() {
    return {
        .admit = [this](const net::RequestHead& head) { return admit(head); },
        .refuse =
            [this](const net::Refusal& refusal) { return refuse(refusal, nullptr, ids_.next().text(), std::nullopt); },
    };
}

// The client's own id, if it sent a suitable one.
std::string Router::request_id_of(const net::RequestHead& head) {
    const auto given = head.header("x-request-id");
    return given && is_request_id(*given) ? std::string(*given) : ids_.next().text();
}

RequestTimer Router::start_timer(const Route* route) {
    auto& figures =
        route == nullptr ? figures_.unrouted : figures_.routes[static_cast<std::size_t>(route - routes_.data())];
    return {figures_, figures, clock_};
}

net::HttpResponse Router::finished(const net::RequestHead& head, const RequestTimer& timer, const Caller& caller,
                                   net::HttpResponse response) {
    timer.note_answer(response.status);
    add_common_headers(response, request_id_of(head));
    if (caller.rate) { add_rate_headers(response, *caller.rate); }
    return response;
}

net::HttpResponse Router::refuse(const net::Refusal& refusal, const Route* route, std::string_view request_id,
                                 const std::optional<RateState>& rate) {
    start_timer(route).note_answer(refusal.status);
    auto response = http_error_response(refusal.status, refusal.detail);
    add_common_headers(response, request_id);
    if (rate) { add_rate_headers(response, *rate); }
    return response;
}

net::Admission Router::admit(const net::RequestHead& head) {
    Caller caller;
    const PathEntry* entry = paths_.find(head.path);
    const Route* route = entry == nullptr ? nullptr : entry->find(head.method);
    auto timer = start_timer(route);
    if (head.path == "*") {
        return finished(head, timer, caller, options_response("GET, HEAD, POST, PATCH, DELETE, OPTIONS"));
    }
    if (entry == nullptr) {
        return finished(head, timer, caller, error_response(base::not_found("There is nothing at this path.")));
    }
    if (head.method == net::Method::Options) { return finished(head, timer, caller, options_response(entry->allow())); }
    if (route == nullptr) {
        auto response = http_error_response(405, "This path does not have the method; see the Allow header.");
        response.add_header("Allow", entry->allow());
        return finished(head, timer, caller, std::move(response));
    }
    auto let = let_in(*route, head, caller);
    if (let) { let = check_path(*route, *entry, head, caller); }
    if (let) { let = check_body(*route, head); }
    if (let && (caller.session != nullptr || route->is_signing_in())) { let = check_console_body(*route, head); }
    if (let) { let = check_room(*route, head); }
    if (!let) {
        auto response = error_response(let.error());
        if (let.error().kind == base::ErrorKind::TooManyRequests && !caller.rate) {
            response.add_header("Retry-After", std::to_string(rate_limit_.seconds_left()));
        }
        response.header_lines += route->header_lines(head.path);
        return finished(head, timer, caller, std::move(response));
    }

    return accept(*route, *entry, head, std::move(caller), std::move(timer));
}

net::Accepted Router::accept(const Route& accepting, const PathEntry& entry, const net::RequestHead& head,
                             Caller caller, RequestTimer timer) {
    const auto* const route = &accepting;
    const auto rate = caller.rate;
    const auto* const files = files_of(*route);
    std::shared_ptr<FormReader> form;
    if (route->form_upload()) {
        form = std::make_shared<FormReader>(*base::multipart_boundary(*head.header("content-type")),
                                            route->form_upload()->file_bytes_max);
    }
    net::Accepted accepted{
        .body_bytes_max = route->body_bytes_max(),
        .ignore_body = route->body() == BodyKind::Ignored,
        .body_file = files != nullptr ? std::optional(files->unfinished(ids_.next().text())) : std::nullopt,
        .handle =
            [this, route, &entry, form, caller = std::move(caller), timer = std::move(timer)](
                const net::HttpRequest& request, net::Respond respond) mutable {
                handle(*route, entry, request, form.get(), std::move(caller), std::move(timer), std::move(respond));
            },
        .refuse =
            [this, route, rate](const net::Refusal& refusal, const net::RequestHead& refused) {
                auto response = refuse(refusal, route, request_id_of(refused), rate);
                response.header_lines += route->header_lines(refused.path);
                return response;
            },
    };
    if (form) {
        accepted.body_filter = [form](std::string_view bytes, std::string& file_bytes) {
            form->read(bytes, file_bytes);
        };
    }
    return accepted;
}

base::Result<void> Router::let_in(const Route& route, const net::RequestHead& head, Caller& caller) {
    const bool is_public = std::holds_alternative<Public>(route.access());
    if (is_public || origin_ == Origin::ControlSocket) {
        caller = authentication_.anyone();
        caller.is_on_machine = origin_ == Origin::ControlSocket;
        return route.is_signing_in() ? authentication_.check_console(head) : base::Result<void>();
    }
    caller = TRY(authentication_.authenticate(head));
    caller.rate =
        caller.session != nullptr ? rate_limit_.count(*caller.session->person) : rate_limit_.count(*caller.key);
    if (caller.session != nullptr && is_unsafe(head.method)) { TRY(authentication_.check_console(head)); }
    TRY(check_scope(route, caller));
    if (caller.rate->is_over) { return too_many(*caller.rate); }
    return {};
}

void Router::handle(const Route& route, const PathEntry& entry, const net::HttpRequest& request, FormReader* form,
                    Caller caller, RequestTimer timer, net::Respond respond) {
    Call call{
        .request = request,
        .parameters = {},
        .query = {},
        .caller = std::move(caller),
        .answer = Answer(std::move(respond), request.executor, request_id_of(request.head), std::move(timer), log_),
        .space = route.space(),
    };
    if (origin_ == Origin::Network) { obey_planted_faults(request, log_); }
    if (request.body_file != nullptr) { call.file.emplace(*request.body_file); }
    if (form != nullptr) { call.form = form->finish(); }
    call.answer.set_rate(call.caller.rate);
    call.answer.set_has_tag(route.has_tag());
    call.answer.set_header_lines(route.header_lines(request.head.path));
    auto parameters = PathTable::parameters(entry, request.head.path);
    if (!parameters) { return call.answer.refuse(parameters.error()); }
    call.parameters = std::move(parameters).take();
    auto query = QueryString::parse(request.head.query);
    if (!query) { return call.answer.refuse(query.error()); }
    call.query = std::move(query).take();
    try {
        route.handle(call);
    } catch (const std::exception& broken) {
        // An answer that was moved on is closed by its owner; the client sees a broken connection.
        if (call.answer.is_open()) { call.answer.refuse(failed(broken.what())); }
    }
}

}  // namespace tradewind::api
