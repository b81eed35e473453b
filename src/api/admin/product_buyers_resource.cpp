#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "domain/shop/product_buyers.h"
#include "storage/stores/shop/product_store.h"
#include "storage/stores/shop/purchase_list_store.h"

namespace tradewind::api::admin {
namespace {

// So many purchases of any product are looked at for one answer, unless their items take more than this.
constexpr std::int64_t purchases_looked_at_max = 5'000;
constexpr std::size_t items_bytes_max = std::size_t{8} * 1024 * 1024;
constexpr std::size_t rows_shown_max = 20;

void write_also(base::JsonWriter& writer, const domain::ProductBuyers::Also& also) {
    writer.begin_object();
    writer.key("id");
    writer.string(also.product.text());
    writer.key("productId");
    writer.string(also.product_id);
    writer.key("name");
    writer.string(also.name);
    writer.key("buyers");
    writer.integer(also.buyers);
    writer.end_object();
}

JsonAnswer answer_buyers(storage::Transaction& transaction, base::Id product) {
    const auto looked_at = storage::newest_purchases(transaction, purchases_looked_at_max, items_bytes_max);
    const auto told = domain::product_buyers(product, looked_at.found, rows_shown_max);
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    writer.begin_object();
    writer.key("lookedAt");
    writer.integer(std::ssize(looked_at.found));
    writer.key("isAll");
    writer.boolean(looked_at.is_all);
    writer.key("purchases");
    writer.integer(told.purchases);
    writer.key("units");
    writer.integer(told.units);
    writer.key("buyers");
    writer.integer(told.buyers);
    writer.key("newest");
    writer.begin_array();
    for (const auto& purchase : storage::find_purchases(transaction, told.newest)) {
        writer.begin_object();
        write_fields(writer, domain::purchase_fields, purchase);
        writer.end_object();
    }
    writer.end_array();
    writer.key("alsoBought");
    writer.begin_array();
    for (const auto& also : told.also) { write_also(writer, also); }
    writer.end_array();
    writer.end_object();
    return answer;
}

void get_buyers(const Services& services, Call& call) {
    const auto id = id_in_path(call, "product");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [id = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    if (!storage::find_product(transaction, id)) {
                        return base::not_found("There is no product with this id.");
                    }
                    return answer_buyers(transaction, id);
                });
}

}  // namespace

std::vector<Route> product_buyers_routes(const Services& services) {
    return {Route(net::Method::Get, "/admin/v1/products/{id}/buyers", Managed{domain::Scope::PurchaseRead},
                  BodyKind::Ignored, [services](Call& call) { get_buyers(services, call); })};
}

}  // namespace tradewind::api::admin
