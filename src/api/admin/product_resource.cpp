#include "api/admin/product_resource.h"

#include <array>

#include "api/database_answer.h"
#include "api/list_links.h"
#include "base/search_key.h"
#include "domain/field_parse.h"
#include "domain/json_fields.h"
#include "storage/product_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view collection_path = "/admin/v1/products/";
constexpr domain::Bounds search_bounds{.characters_max = base::search_key_characters_max};

struct Search {
    std::string_view parameter;
    domain::ProductOrder order;
};
constexpr std::array<Search, 2> searches{{
    {.parameter = "name", .order = domain::ProductOrder::Name},
    {.parameter = "productId", .order = domain::ProductOrder::ProductId},
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

// What a cursor carries as id: that of the product and, in a search, its key after a dot.
std::string cursor_id(domain::ProductOrder order, const domain::Product& product) {
    const auto id = product.id.text();
    return order == domain::ProductOrder::Newest ? id : id + "." + key_of(order, product);
}

// Nothing when it is not a cursor of this list.
std::optional<domain::ProductCursor> read_cursor(const domain::ListCursor& cursor,
                                                 const domain::ProductListRequest& request) {
    const auto dot = cursor.id.find('.');
    const auto id = base::Id::parse(cursor.id.substr(0, dot));
    if (!id || !id.value()) { return std::nullopt; }
    const bool has_key = dot != std::string::npos;
    auto key = has_key ? cursor.id.substr(dot + 1) : std::string();
    if (has_key == (request.order == domain::ProductOrder::Newest) || !key.starts_with(request.prefix)) {
        return std::nullopt;
    }
    return domain::ProductCursor{
        .direction = cursor.direction, .key = std::move(key), .created_at = cursor.created_at, .id = *id.value()};
}

void read_search(const QueryString& query, domain::ProductListRequest& request, std::vector<base::Problem>& problems) {
    for (const auto& [parameter, order] : searches) {
        const auto text = query.find(parameter).value_or("");
        auto prefix = base::search_key(text);
        // A text of nothing but accents is no text to search for.
        if (prefix.empty()) { continue; }
        const auto path = "/" + std::string(parameter);
        if (const auto checked = domain::text_value(text, search_bounds, nullptr); !checked) {
            problems.push_back({.path = path, .reason = checked.error().problems.front().reason});
        } else if (request.order != domain::ProductOrder::Newest) {
            problems.push_back({.path = path, .reason = "cannot be searched for together with name"});
        }
        request.order = order;
        request.prefix = std::move(prefix);
    }
}

struct ListRequest {
    domain::PageRequest page;
    domain::ProductListRequest products;
};

base::Result<ListRequest> read_list_request(const QueryString& query) {
    ListRequest request;
    std::vector<base::Problem> problems;
    read_search(query, request.products, problems);
    auto page = read_page_request(query);
    if (!page) {
        problems.insert(problems.end(), page.error().problems.begin(), page.error().problems.end());
        return base::invalid(std::move(problems));
    }
    request.page = std::move(page).take();
    request.products.page = request.page.page;
    request.products.size = request.page.size;
    if (request.page.cursor && problems.empty()) {
        request.products.cursor = read_cursor(*request.page.cursor, request.products);
        if (!request.products.cursor) {
            problems.push_back({.path = "/cursor", .reason = "is not one of our cursors"});
        }
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

void get_products(const Surroundings& surroundings, Call& call) {
    auto request = read_list_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(surroundings, storage::ReadCost::Walk, call,
                [address = surroundings.public_address.with_path(collection_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_products(transaction, request.products);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request.page}, page,
                                          [&](const domain::Product& product) {
                                              return RowPlace{.created_at = product.created_at,
                                                              .id = cursor_id(request.products.order, product)};
                                          },
                                          [](base::JsonWriter& writer, const domain::Product& product) {
                                              writer.begin_object();
                                              write_fields(writer, domain::product_fields, product);
                                              writer.end_object();
                                          })};
                });
}

}  // namespace

std::vector<Route> product_routes(const Surroundings& surroundings) {
    return {
        Route(net::Method::Get, collection_path, domain::Scope::Admin, BodyKind::Ignored,
              [surroundings](Call& call) { get_products(surroundings, call); }),
    };
}

}  // namespace tradewind::api::admin
