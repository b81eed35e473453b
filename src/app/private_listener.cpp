#include "app/private_listener.h"

#include <vector>

#include "api/answer.h"
#include "api/error_response.h"
#include "app/metrics_text.h"
#include "base/json_writer.h"

namespace tradewind::app {
namespace {

constexpr std::string_view json_type = "application/json; charset=utf-8";
constexpr std::string_view plain_type = "text/plain; charset=utf-8";
constexpr std::string_view metrics_type = "text/plain; version=0.0.4; charset=utf-8";

net::HttpResponse text_response(int status, std::string_view type, std::string body) {
    net::HttpResponse response(status);
    response.add_header("Content-Type", type);
    response.add_header("Cache-Control", "no-store");
    response.body = std::move(body);
    return response;
}

std::string version_json() {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("version");
    writer.string(TRADEWIND_VERSION);
    writer.end_object();
    return json + "\n";
}

struct Component {
    std::string_view name;
    std::string_view status;
    std::string_view detail;
};

net::HttpResponse readiness(bool is_ready, const std::vector<Component>& components) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("status");
    writer.string(is_ready ? "ready" : "not-ready");
    writer.key("components");
    writer.begin_object();
    for (const auto& component : components) {
        writer.key(component.name);
        writer.begin_object();
        writer.key("status");
        writer.string(component.status);
        if (!component.detail.empty()) {
            writer.key("detail");
            writer.string(component.detail);
        }
        writer.end_object();
    }
    writer.end_object();
    writer.end_object();
    json += '\n';
    return text_response(is_ready ? 200 : 503, json_type, std::move(json));
}

// Reads go on when it is full, so requests are still to be sent here.
Component disk_component(const storage::DiskReserve& reserve) {
    if (!reserve.is_given_up()) { return {.name = "disk", .status = "ok", .detail = ""}; }
    return {.name = "disk", .status = "full", .detail = "Only what gives room back is written."};
}

// Asks the database for one row. What is wrong with it is in the log, not here.
void answer_readiness(const PrivateListener& client, const net::HttpRequest& request, net::Respond respond) {
    client.database.read(
        storage::ReadCost::Point, request.executor,
        [](storage::Transaction& transaction) -> base::Result<std::int64_t> {
            return transaction.definitions_version();
        },
        [client, respond = std::move(respond)](const base::Result<std::int64_t>& answered) mutable {
            const bool is_stopping = client.is_stopping;
            const Component server{.name = "server", .status = is_stopping ? "stopping" : "ok", .detail = ""};
            const auto damage = client.database.damage();
            const auto where = damage ? "Something in " + *damage +
                                            " cannot be read. Nothing is written until `tradewind "
                                            "check` finds nothing, or a backup is restored."
                                      : std::string();
            Component database{.name = "database",
                               .status = answered ? "ok" : "failing",
                               .detail = answered ? "" : "It cannot be read."};
            if (damage) { database = {.name = "database", .status = "damaged", .detail = where}; }
            const Component durability{.name = "durability",
                                       .status = client.commits_are_durable ? "ok" : "weak",
                                       .detail = client.commits_are_durable
                                                     ? ""
                                                     : "The database server may lose acknowledged writes: its fsync or "
                                                       "synchronous_commit is off."};
            const auto definitions = client.definitions.current();
            const Component outside_world{
                .name = "outside",
                .status = definitions->hold ? "on hold" : "ok",
                .detail = definitions->hold ? definitions->hold->because : std::string_view()};
            std::vector<Component> components{server, database, durability, outside_world};
            if (client.disk_reserve != nullptr) { components.push_back(disk_component(*client.disk_reserve)); }
            respond(readiness(answered.ok() && !damage && !is_stopping, components));
        });
}

net::HttpResponse refused(int status, std::string_view detail) {
    auto response = api::http_error_response(status, detail);
    response.add_header("Cache-Control", "no-store");
    return response;
}

net::Admission admit(const PrivateListener& client, const net::RequestHead& head) {
    constexpr std::uint64_t body_bytes_max = 1024 * 1024;
    const bool is_read = head.method == net::Method::Get || head.method == net::Method::Head;
    const bool is_known =
        head.path == "/healthz" || head.path == "/readyz" || head.path == "/metrics" || head.path == "/version";
    if (!is_known) { return refused(404, "There is nothing at this path."); }
    if (!is_read) {
        auto response = refused(405, "This path can only be read.");
        response.add_header("Allow", "GET, HEAD");
        return response;
    }
    if (head.path == "/healthz") { return text_response(200, plain_type, "ok\n"); }
    if (head.path == "/version") { return text_response(200, json_type, version_json()); }
    if (head.path == "/metrics") { return text_response(200, metrics_type, metrics_text(client)); }
    return net::Accepted{.body_bytes_max = body_bytes_max,
                         .ignore_body = true,
                         .body_file = std::nullopt,
                         .handle = [client](const net::HttpRequest& request, net::Respond respond) {
                             answer_readiness(client, request, std::move(respond));
                         }};
}

}  // namespace

net::HttpService PrivateListener::service() const {
    return {
        .admit = [client = *this](const net::RequestHead& head) { return admit(client, head); },
        .refuse = [](const net::Refusal& refusal) { return refused(refusal.status, refusal.detail); },
    };
}

}  // namespace tradewind::app
