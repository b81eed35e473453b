#include "api/admin/resources.h"

#include "api/admin/delivery_answer.h"
#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "domain/deliveries/retry_request.h"
#include "domain/fields/json_fields.h"
#include "operations/delivery_operations.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view delivery_collection_path = "/admin/v1/deliveries/";
constexpr std::string_view delivery_item_path = "/admin/v1/deliveries/{id}";
constexpr std::string_view delivery_retry_path = "/admin/v1/deliveries/{id}/retry";
constexpr std::string_view delivery_drop_path = "/admin/v1/deliveries/{id}/drop";
constexpr std::string_view delivery_retry_all_path = "/admin/v1/deliveries/retry-all";

struct DeliveryListRequest {
    domain::PageRequest page;
    storage::DeliveryFilter filter;
};

void read_filter_id(const QueryString& query, std::string_view name, std::optional<base::Id>& out,
                    std::vector<base::Problem>& problems) {
    const auto text = query.find(name);
    if (!text) { return; }
    const auto id = base::Id::parse(*text);
    if (!id) { return problems.push_back({.path = "/" + std::string(name), .reason = "must be an id"}); }
    // Nothing can have such an id, as nothing can have a negative one.
    out = id.value().value_or(base::Id{-1});
}

void read_filter_instant(const QueryString& query, std::string_view name, std::optional<base::Instant>& out,
                         std::vector<base::Problem>& problems) {
    const auto text = query.find(name);
    if (!text) { return; }
    const auto instant = base::Instant::parse(*text);
    if (!instant) {
        const auto& reason = instant.error().problems.front().reason;
        return problems.push_back({.path = "/" + std::string(name), .reason = reason});
    }
    out = instant.value();
}

base::Result<DeliveryListRequest> read_delivery_request(const QueryString& query) {
    DeliveryListRequest request;
    std::vector<base::Problem> problems;
    read_filter_id(query, "eventTypeId", request.filter.type, problems);
    if (const auto word = query.find("state")) {
        request.filter.state = domain::find_delivery_state(*word);
        if (!request.filter.state) {
            problems.push_back({.path = "/state", .reason = "must be waiting, taken, done, dead, held or skipped"});
        }
    }
    read_filter_id(query, "contactId", request.filter.contact, problems);
    read_filter_instant(query, "from", request.filter.from, problems);
    read_filter_instant(query, "to", request.filter.to, problems);
    auto page = read_page_request(query, CursorId::ServiceId);
    if (page) {
        request.page = std::move(page).take();
    } else {
        problems.insert(problems.end(), page.error().problems.begin(), page.error().problems.end());
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

void get_deliveries(const Services& services, Call& call) {
    auto request = read_delivery_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(delivery_collection_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_deliveries(transaction, request.filter, request.page);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request.page}, page,
                                          [](const domain::Delivery& delivery) {
                                              return RowPlace{.created_at = delivery.id.made_at(),
                                                              .id = delivery.id.text()};
                                          },
                                          write_delivery_summary)};
                });
}

std::string render_current(storage::Transaction& transaction, const domain::Delivery& delivery,
                           const std::shared_ptr<const storage::Definitions>& known,
                           const base::SecretKey& secret_key) {
    const auto definitions = storage::definitions_in(transaction, known);
    return render_delivery(delivery, definitions->custom_events.find_type(delivery.type), secret_key);
}

void get_delivery(const Services& services, Call& call) {
    const auto id = id_in_path(call, "delivery");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [&secret_key = services.secret_key, definitions = call.caller.definitions,
                 id = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto delivery = storage::find_delivery(transaction, id);
                    if (!delivery) { return operations::unknown_delivery(); }
                    return JsonAnswer{.status = 200,
                                      .body = render_current(transaction, *delivery, definitions, secret_key)};
                });
}

// `change` is what to do with the delivery that the path names.
void answer_delivery_change(const Services& services, Call& call, decltype(operations::retry_delivery)& change) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call,
                 [&services_sources = services.sources, &secret_key = services.secret_key, &change,
                  definitions = call.caller.definitions, actor = call.caller.actor(),
                  named = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     if (!named) { return operations::unknown_delivery(); }
                     const auto delivery = TRY(change(transaction, services_sources, actor, *named));
                     return JsonAnswer{.status = 200,
                                       .body = render_current(transaction, delivery, definitions, secret_key)};
                 });
}

void retry_one(const Services& services, Call& call) {
    answer_delivery_change(services, call, operations::retry_delivery);
}

void drop_one(const Services& services, Call& call) {
    answer_delivery_change(services, call, operations::drop_delivery);
}

base::Result<domain::RetryRequest> read_retry_request(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const auto read = TRY(read_fields(domain::retry_request_fields, document.root(), domain::ReadMode::Create));
    return read.values;
}

void retry_all(const Services& services, Call& call) {
    answer_write(
        services, call, read_retry_request(call.request.body),
        [&sources = services.sources, actor = call.caller.actor()](
            storage::Transaction& transaction, const domain::RetryRequest& wanted) -> base::Result<JsonAnswer> {
            const auto retried = operations::retry_deliveries(
                transaction, sources, actor,
                {.type = wanted.type, .state = {}, .contact = {}, .from = wanted.from, .to = wanted.to});
            std::string json;
            base::JsonWriter writer(json);
            writer.begin_object();
            writer.key("retried");
            writer.integer(retried.count);
            writer.key("areMoreLeft");
            writer.boolean(retried.are_more_left);
            writer.end_object();
            return JsonAnswer{.status = 200, .body = std::move(json)};
        });
}

}  // namespace

std::vector<Route> delivery_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Get, delivery_collection_path, Managed{Scope::DeliveryRead}, BodyKind::Ignored,
              with_services(get_deliveries)),
        Route(net::Method::Get, delivery_item_path, Managed{Scope::DeliveryRead}, BodyKind::Ignored,
              with_services(get_delivery)),
        Route(net::Method::Post, delivery_retry_path, Managed{Scope::DeliveryWrite}, BodyKind::Any,
              with_services(retry_one)),
        Route(net::Method::Post, delivery_drop_path, Managed{Scope::DeliveryWrite}, BodyKind::Any,
              with_services(drop_one)),
        Route(net::Method::Post, delivery_retry_all_path, Managed{Scope::DeliveryWrite}, BodyKind::Json,
              with_services(retry_all)),
    };
}

}  // namespace tradewind::api::admin
