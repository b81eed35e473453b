#include "app/admin_client.h"

#include <array>
#include <future>
#include <stdexcept>
#include <utility>

#include "api/routes.h"
#include "base/json.h"
#include "net/control_client.h"
#include "storage/files/file_reader.h"
#include "storage/files/file_writer.h"
#include "storage/stores/jobs/import_store.h"

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

// What a request that never sees a socket brings: a body in memory, or one with a file.
struct ClientRequest {
    std::string_view method;
    std::string_view target;
    std::string_view content_type;
    std::string_view json;
    const UploadBody* upload = nullptr;
};

// Puts what of the body belongs there into the file that the admission names.
void write_body(const UploadBody& upload, net::Accepted& accepted) {
    storage::FileWriter writer(accepted.body_file.value());
    const auto write = [&](std::string_view bytes) {
        if (!accepted.body_filter) { return writer.write(bytes); }
        std::string kept;
        accepted.body_filter(bytes, kept);
        writer.write(kept);
    };
    write(upload.before);
    auto file = storage::FileReader::open(upload.file);
    if (!file) { throw std::runtime_error("the file is not there any more"); }
    for (auto piece = file->next(); !piece.empty(); piece = file->next()) { write(piece); }
    write(upload.behind);
}

std::uint64_t size_of(const UploadBody& upload) {
    return upload.before.size() + std::filesystem::file_size(upload.file) + upload.behind.size();
}

// The same admission, the same handler, on this thread.
net::ControlAnswer ask_router(api::Router& router, const ClientRequest& asked) {
    const auto question_mark = asked.target.find('?');
    net::RequestHead head;
    head.method = method_of(asked.method);
    head.target = asked.target;
    head.path = asked.target.substr(0, question_mark);
    head.query = question_mark == std::string_view::npos ? std::string_view() : asked.target.substr(question_mark + 1);
    head.headers.push_back({.name = "Content-Type", .value = asked.content_type});
    head.content_length = asked.upload != nullptr ? size_of(*asked.upload) : asked.json.size();

    auto admission = router.service().admit(head);
    if (auto* refused = std::get_if<net::HttpResponse>(&admission)) {
        return {.status = refused->status, .body = std::move(refused->body)};
    }
    auto& accepted = std::get<net::Accepted>(admission);
    if (asked.upload != nullptr) { write_body(*asked.upload, accepted); }
    base::InlineExecutor executor;
    std::promise<net::HttpResponse> promise;
    const net::HttpRequest request{.head = head,
                                   .body = asked.json,
                                   .body_file = accepted.body_file ? &*accepted.body_file : nullptr,
                                   .remote_address = {},
                                   .executor = executor};
    accepted.handle(request, [&promise](net::HttpResponse response) { promise.set_value(std::move(response)); });
    auto response = promise.get_future().get();
    return {.status = response.status, .body = std::move(response.body)};
}

bool is_good(const net::ControlAnswer& answer) {
    return answer.status >= 200 && answer.status <= 299;
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

base::Result<std::unique_ptr<AdminClient>> AdminClient::open(const Config& config, base::Log& log, Moved moved) {
    TRY(storage::DataDirectory::check_access(config.data));
    // A command that made a store of its own would seem to work, and be about nobody's data.
    if (!config.database) { TRY(storage::DataDirectory::check_database(config.data)); }
    if (!config.database && !storage::DataDirectory::has_database(config.data)) {
        return base::bad_request("There is no store in " + config.data.string() +
                                 " yet. `tradewind serve` makes one; --data or --config tell where it is.");
    }
    std::unique_ptr<AdminClient> client(new AdminClient(storage::DataDirectory::control_socket(config.data), log));
    auto installation = Installation::open(config, log);
    // With PostgreSQL there may be any number of openers.
    const bool may_be_served = !config.database.has_value();
    if (may_be_served && !installation && installation.error().kind == base::ErrorKind::Conflict) { return client; }
    client->installation_ = TRY(std::move(installation));
    client->installation_->public_address.set(public_address_of(config));
    if (moved == Moved::Refuse) { TRY(client->installation_->refuse_moved()); }
    client->router_ = std::make_unique<api::Router>(
        api::Origin::ControlSocket,
        api::control_routes(client->installation_->services(), client->installation_->operating()),
        client->installation_->authentication(), client->installation_->rate_limit(), client->installation_->clock(),
        client->installation_->ids(), log);
    return client;
}

base::Result<std::string> AdminClient::request(std::string_view method, std::string_view target,
                                               std::string_view json) {
    net::ControlAnswer answer;
    if (router_) {
        answer = ask_router(*router_,
                            {.method = method, .target = target, .content_type = "application/json", .json = json});
    } else {
        answer = TRY(net::control_request(socket_, method, target, json));
    }
    if (!is_good(answer)) { return refusal_of(answer); }
    return std::move(answer.body);
}

base::Result<std::string> AdminClient::upload(std::string_view target, const UploadBody& body) {
    net::ControlAnswer answer;
    if (router_) {
        answer = ask_router(
            *router_,
            {.method = "POST", .target = target, .content_type = body.content_type, .json = {}, .upload = &body});
    } else {
        answer = TRY(net::control_upload(
            socket_, target,
            {.content_type = body.content_type, .before = body.before, .file = body.file, .behind = body.behind}));
    }
    if (!is_good(answer)) { return refusal_of(answer); }
    return std::move(answer.body);
}

std::unique_ptr<BackgroundWork> AdminClient::take_in_imports() {
    if (!installation_) { return nullptr; }
    return app::take_in_imports(*installation_, log_);
}

base::Result<std::vector<domain::ImportError>> AdminClient::import_errors(base::Id import, std::int64_t rows_max) {
    using Errors = std::vector<domain::ImportError>;
    if (!installation_) { return Errors(); }
    return storage::read_and_wait(installation_->services().database,
                                  [&](storage::Transaction& transaction) -> base::Result<Errors> {
                                      return storage::find_import_errors(transaction, import, 0, rows_max);
                                  });
}

std::unique_ptr<BackgroundWork> AdminClient::make_exports(base::Log& log) {
    if (!installation_) { return nullptr; }
    return app::make_exports(*installation_, log);
}

}  // namespace tradewind::app
