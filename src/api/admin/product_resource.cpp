#include "api/admin/resources.h"

#include <array>

#include "api/database_answer.h"
#include "api/ordered_list.h"
#include "base/search_key.h"
#include "domain/fields/json_fields.h"
#include "storage/stores/shop/product_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view product_collection_path = "/admin/v1/products/";

constexpr std::array<ListSearch<domain::ProductOrder>, 2> product_searches{{
    {.parameter = "name", .order = domain::ProductOrder::Name, .key_of = base::search_key},
    {.parameter = "productId", .order = domain::ProductOrder::ProductId, .key_of = base::search_key},
}};

// The key by which a list in this order has its place for the product; empty by Newest.
std::string key_of(domain::ProductOrder order, const domain::Product& product) {
    switch (order) {
        case domain::ProductOrder::Newest:
            return {};
        case domain::ProductOrder::Name:
            return base::search_key(product.name);
        case domain::ProductOrder::ProductId:
            return base::search_key(product.product_id);
    }
    return {};
}

struct ProductRequest {
    domain::PageRequest page;
    domain::ProductListRequest products;
};

base::Result<ProductRequest> read_product_request(const QueryString& query) {
    ProductRequest request;
    std::vector<base::Problem> problems;
    read_search<domain::ProductOrder>(query, product_searches, request.products, problems);
    request.page = read_place(query, request.products, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

void get_products(const Services& services, Call& call) {
    auto request = read_product_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(product_collection_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_products(transaction, request.products);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request.page}, page,
                                          [&](const domain::Product& product) {
                                              const auto order = request.products.order;
                                              return place_in(order, product.created_at, product.id,
                                                              key_of(order, product));
                                          },
                                          [](base::JsonWriter& writer, const domain::Product& product) {
                                              writer.begin_object();
                                              write_fields(writer, domain::product_fields, product);
                                              writer.end_object();
                                          })};
                });
}

}  // namespace

std::vector<Route> product_routes(const Services& services) {
    return {
        Route(net::Method::Get, product_collection_path, Managed{domain::Scope::ProductRead}, BodyKind::Ignored,
              [services](Call& call) { get_products(services, call); }),
    };
}

}  // namespace tradewind::api::admin
