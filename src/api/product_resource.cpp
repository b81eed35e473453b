#include "api/resources.h"

#include "api/database_answer.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "operations/product_operations.h"
#include "storage/stores/shop/product_store.h"

namespace tradewind::api {
namespace {

constexpr std::string_view product_item_path = "/products/{id}";
constexpr std::string_view product_store_item_path = "/products/product-id/{id}";

// `wanted` is the service's id of a product or the store's.
template <class Identifier>
void answer_product(const Services& services, Call& call, Identifier wanted) {
    answer_read(services, storage::ReadCost::Point, call,
                [wanted = std::move(wanted)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto product = storage::find_product(transaction, wanted);
                    if (!product) { return base::not_found("There is no product with this id."); }
                    return JsonAnswer{.status = 200, .body = domain::render(domain::product_fields, *product)};
                });
}

template <class Identifier>
void answer_product_deletion(const Services& services, Call& call, Identifier unwanted) {
    answer_write(services, call,
                 [unwanted = std::move(unwanted)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     operations::delete_product(transaction, unwanted);
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

void get_product(const Services& services, Call& call) {
    const auto id = id_in_path(call, "product");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_product(services, call, id.value());
}

void delete_product(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.no_content(); }
    answer_product_deletion(services, call, *id.value());
}

void get_product_by_store_id(const Services& services, Call& call) {
    answer_product(services, call, std::move(call.parameters[0]));
}

void delete_product_by_store_id(const Services& services, Call& call) {
    answer_product_deletion(services, call, std::move(call.parameters[0]));
}

base::Result<operations::ProductChange> read_change(std::string product_id, std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    operations::ProductChange change{.product_id = std::move(product_id), .patch = {}};
    change.patch = read_fields(domain::product_fields, document.root(), domain::ReadMode::Merge, change.problems);
    return change;
}

void patch_product_by_store_id(const Services& services, Call& call) {
    answer_write(
        services, call, read_change(std::move(call.parameters[0]), call.request.body),
        [&sources = services.sources, definitions = call.caller.definitions](
            storage::Transaction& transaction, const operations::ProductChange& change) -> base::Result<JsonAnswer> {
            const auto product = TRY(operations::change_product(transaction, sources, *definitions, change));
            return JsonAnswer{.status = 200, .body = domain::render(domain::product_fields, product)};
        });
}

}  // namespace

std::vector<Route> product_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Get, product_item_path, Scope::ProductRead, BodyKind::Ignored, with_services(get_product)),
        Route(net::Method::Delete, product_item_path, Scope::ProductDelete, BodyKind::Ignored,
              with_services(delete_product)),
        Route(net::Method::Get, product_store_item_path, Scope::ProductRead, BodyKind::Ignored,
              with_services(get_product_by_store_id)),
        Route(net::Method::Patch, product_store_item_path, Scope::ProductWrite, BodyKind::Json,
              with_services(patch_product_by_store_id)),
        Route(net::Method::Delete, product_store_item_path, Scope::ProductDelete, BodyKind::Ignored,
              with_services(delete_product_by_store_id)),
    };
}

}  // namespace tradewind::api
