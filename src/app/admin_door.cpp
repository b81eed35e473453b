#include "app/admin_door.h"

#include <array>
#include <future>
#include <utility>

#include "api/routes.h"
#include "base/json.h"
#include "net/control_client.h"

namespace tradewind::app {
namespace {

struct MethodWord {
    std::string_view word;
    net::Method method;
};
constexpr std::array<MethodWord, 4> method_words{{
    {"GET", net::Method::Get},
    {"POST", net::Method::Post},
    {"PATCH", net::Method::Patch},
    {"DELETE", net::Method::Delete},
}};

net::Method method_of(std::string_view word) {
    for (const auto& known : method_words) {
        if (known.word == word) { return known.method; }
    }
    return net::Method::Other;
}

// A request that never sees a socket: the same admission, the same handler, on this thread.
net::ControlAnswer ask_router(api::Router& router, std::string_view method, std::string_view target,
                              std::string_view json) {
    const auto question_mark = target.find('?');
    net::RequestHead head;
    head.method = method_of(method);
    head.target = target;
    head.path = target.substr(0, question_mark);
    head.query = question_mark == std::string_view::npos ? std::string_view() : target.substr(question_mark + 1);
    head.headers.push_back({.name = "Content-Type", .value = "application/json"});
    head.content_length = json.size();

    auto admission = router.service().admit(head);
    if (auto* refused = std::get_if<net::HttpResponse>(&admission)) {
        return {.status = refused->status, .body = std::move(refused->body)};
    }
    base::InlineExecutor executor;
    std::promise<net::HttpResponse> promise;
    const net::HttpRequest request{
        .head = head, .body = json, .body_file = nullptr, .remote_address = {}, .executor = executor};
    std::get<net::Accepted>(admission).handle(
        request, [&promise](net::HttpResponse response) { promise.set_value(std::move(response)); });
    auto response = promise.get_future().get();
    return {.status = response.status, .body = std::move(response.body)};
}

// A refusal as lines for a terminal: the sentence, then each problem.
base::Error refusal_of(const net::ControlAnswer& answer) {
    std::string text = "the server answered " + std::to_string(answer.status);
    const auto document = base::JsonDocument::parse(answer.body);
    if (!document || document.value().root().kind() != base::JsonKind::Object) { return base::bad_request(text); }
    const auto root = document.value().root();
    if (const auto detail = root.find("detail"); detail && detail->kind() == base::JsonKind::String) {
        text = detail->string();
    }
    if (const auto problems = root.find("validationErrors"); problems && problems->kind() == base::JsonKind::Array) {
        text = "not acceptable:";
        for (const auto problem : problems->elements()) {
            const auto path = problem.find("path");
            const auto reason = problem.find("reason");
            if (path && reason) {
                text += "\n  " + std::string(path->string().substr(1)) + " " + std::string(reason->string());
            }
        }
    }
    return base::bad_request(std::move(text));
}

}  // namespace

base::Result<std::unique_ptr<AdminDoor>> AdminDoor::open(const Config& config, base::Log& log) {
    std::unique_ptr<AdminDoor> door(new AdminDoor(storage::DataDirectory::control_socket(config.data)));
    auto installation = Installation::open(config, PlantedFault::None, log);
    // With PostgreSQL there may be any number of openers.
    const bool may_be_served = !config.database.has_value();
    if (may_be_served && !installation && installation.error().kind == base::ErrorKind::Conflict) { return door; }
    door->installation_ = TRY(std::move(installation));
    door->router_ =
        std::make_unique<api::Router>(api::Door::ControlSocket, api::admin_routes(door->installation_->surroundings()),
                                      door->installation_->authentication(), door->installation_->rate_limit(),
                                      door->installation_->clock(), door->installation_->ids(), log);
    return door;
}

base::Result<std::string> AdminDoor::request(std::string_view method, std::string_view target, std::string_view json) {
    net::ControlAnswer answer;
    if (router_) {
        answer = ask_router(*router_, method, target, json);
    } else {
        answer = TRY(net::control_request(socket_, method, target, json));
    }
    if (answer.status < 200 || answer.status > 299) { return refusal_of(answer); }
    return std::move(answer.body);
}

}  // namespace tradewind::app
