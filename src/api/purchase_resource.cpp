#include "api/resources.h"

#include <memory>

#include "api/database_answer.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "operations/purchase_operations.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::api {
namespace {

constexpr std::string_view purchase_collection_path = "/purchases/";
constexpr std::string_view purchase_item_path = "/purchases/{id}";
constexpr std::string_view purchase_store_item_path = "/purchases/purchase-id/{id}";

std::string render_purchase(const domain::Purchase& purchase) {
    std::string json;
    base::JsonWriter writer(json);
    domain::write_purchase(writer, purchase);
    return json;
}

base::Error unknown_purchase() {
    return base::not_found("There is no purchase with this id.");
}

// `wanted` is the service's id of a purchase or the store's.
template <class Identifier>
void answer_purchase(const Services& services, Call& call, Identifier wanted) {
    answer_read(services, storage::ReadCost::Point, call,
                [wanted = std::move(wanted)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto purchase = storage::find_purchase(transaction, wanted);
                    if (!purchase) { return unknown_purchase(); }
                    return JsonAnswer{.status = 200, .body = render_purchase(*purchase)};
                });
}

template <class Identifier>
void answer_purchase_deletion(const Services& services, Call& call, Identifier unwanted) {
    answer_write(services, call,
                 [&sources = services.sources, definitions = call.caller.definitions,
                  unwanted = std::move(unwanted)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto current = storage::definitions_in(transaction, definitions);
                     operations::delete_purchase(transaction, sources, *current, unwanted);
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

void get_purchase(const Services& services, Call& call) {
    const auto id = id_in_path(call, "purchase");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_purchase(services, call, id.value());
}

void delete_purchase(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.no_content(); }
    answer_purchase_deletion(services, call, *id.value());
}

void get_purchase_by_store_id(const Services& services, Call& call) {
    answer_purchase(services, call, std::move(call.parameters[0]));
}

void delete_purchase_by_store_id(const Services& services, Call& call) {
    answer_purchase_deletion(services, call, std::move(call.parameters[0]));
}

// What a request asks for. With problems it is refused, but not before it was seen whether its two keys name one
// contact: all problems are told at once.
struct Wish {
    domain::NewPurchase purchase;
    domain::Cause cause = {};
    std::vector<base::Problem> problems = {};
};

base::Result<Wish> read_wish(std::string_view body, const QueryString& query) {
    const auto document = TRY(domain::read_object(body));
    Wish wish;
    const bool starts_runs = read_flag(query, "triggerPurchaseEvent", true, wish.problems);
    wish.cause.kind = starts_runs ? domain::Cause::Kind::Api : domain::Cause::Kind::Quiet;
    wish.purchase = domain::read_purchase(document.root(), wish.problems);
    const auto& values = wish.purchase.purchase.values;
    if (!wish.problems.empty() && !(values.contact_email && values.contact_external_id)) {
        return base::invalid(std::move(wish.problems));
    }
    return wish;
}

void create_purchase(const Services& services, Call& call) {
    auto wish = read_wish(call.request.body, call.query);
    auto purchase_id = wish ? wish.value().purchase.purchase.values.purchase_id : std::string();
    answer_write(
        services, call, std::move(wish),
        [&sources = services.sources, definitions = call.caller.definitions](
            storage::Transaction& transaction, const Wish& wanted) -> base::Result<JsonAnswer> {
            if (!wanted.problems.empty()) {
                return base::invalid(operations::purchase_problems(transaction, wanted.purchase, wanted.problems));
            }
            const auto current = storage::definitions_in(transaction, definitions);
            const auto purchase =
                TRY(operations::create_purchase(transaction, sources, *current, wanted.purchase, wanted.cause));
            return JsonAnswer{.status = 201, .body = render_purchase(purchase), .contact = purchase.contact};
        },
        [purchase_id = std::move(purchase_id)](storage::Transaction& transaction,
                                               const JsonAnswer&) -> base::Result<JsonAnswer> {
            const auto purchase = storage::find_purchase(transaction, purchase_id);
            if (!purchase) { return unknown_purchase(); }
            return JsonAnswer{.status = 201, .body = render_purchase(*purchase)};
        });
}

}  // namespace

std::vector<Route> purchase_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Post, purchase_collection_path, Scope::PurchaseWrite, BodyKind::Json,
              with_services(create_purchase)),
        Route(net::Method::Get, purchase_item_path, Scope::PurchaseRead, BodyKind::Ignored,
              with_services(get_purchase)),
        Route(net::Method::Delete, purchase_item_path, Scope::PurchaseDelete, BodyKind::Ignored,
              with_services(delete_purchase)),
        Route(net::Method::Get, purchase_store_item_path, Scope::PurchaseRead, BodyKind::Ignored,
              with_services(get_purchase_by_store_id)),
        Route(net::Method::Delete, purchase_store_item_path, Scope::PurchaseDelete, BodyKind::Ignored,
              with_services(delete_purchase_by_store_id)),
    };
}

}  // namespace tradewind::api
