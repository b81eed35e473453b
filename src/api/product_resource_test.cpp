#include "api/resources.h"

#include <gtest/gtest.h>

#include "api/admin/resources.h"
#include "api/api_test.h"
#include "base/json.h"

namespace tradewind::api {
namespace {

class ProductResource : public ApiTest {
  protected:
    ProductResource() {
        public_address.set("http://x");
        const auto services = make_services();
        auto routes = product_routes(services);
        for (auto& more : {admin::product_routes(services), admin::store_routes(services)}) {
            routes.insert(routes.end(), more.begin(), more.end());
        }
        serve(std::move(routes));
        key = make_key({"admin", "product:read", "product:write", "product:delete"});
    }

    net::HttpResponse call(net::Method method, std::string target, std::string body = {}) {
        return ask({.method = method, .target = std::move(target), .key = key, .body = std::move(body)});
    }
    net::HttpResponse patch(std::string_view product_id, std::string body) {
        return call(net::Method::Patch, "/products/product-id/" + std::string(product_id), std::move(body));
    }
    net::HttpResponse create(std::string_view product_id, std::string_view name) {
        return patch(product_id, R"({"name":")" + std::string(name) +
                                     R"(","productDetailUrl":"https://shop.example/p","unitPrice":21.3})");
    }
    static std::string text(const net::HttpResponse& response, std::string_view member) {
        const auto document = base::JsonDocument::parse(response.body).value();
        return std::string(document.root().find(member).value().string());
    }
    static std::vector<std::string> names(const net::HttpResponse& response) {
        const auto document = base::JsonDocument::parse(response.body).value();
        std::vector<std::string> found;
        for (const auto product : document.root().find("results").value().elements()) {
            found.emplace_back(product.find("name").value().string());
        }
        return found;
    }
    static std::string next_of(const net::HttpResponse& response) {
        const auto document = base::JsonDocument::parse(response.body).value();
        const auto next = document.root().find("links").value().find("next");
        return next ? std::string(next->string().substr(std::string_view("http://x").size())) : "";
    }

    std::string key;
};

TEST_F(ProductResource, CreatesChangesReadsAndDeletes) {
    const auto created = create("a%2Fb", "Mug");
    ASSERT_EQ(created.status, 200) << created.body;
    EXPECT_EQ(text(created, "productId"), "a/b");
    const auto by_id = "/products/" + text(created, "id");
    EXPECT_EQ(call(net::Method::Get, by_id).body, created.body);
    EXPECT_EQ(call(net::Method::Get, "/products/product-id/a%2Fb").body, created.body);

    const auto changed = patch("a%2Fb", R"({"tags":["x","é"],"rating":4.99995,"availability":"outofstock"})");
    EXPECT_NE(changed.body.find(R"("tags":["x","é"],"rating":5,"availability":"outofstock")"), std::string::npos)
        << changed.body;
    EXPECT_EQ(call(net::Method::Get, by_id).body, changed.body);
    EXPECT_EQ(patch("a%2Fb", "{}").body, changed.body);

    EXPECT_EQ(call(net::Method::Delete, by_id).status, 204);
    EXPECT_EQ(call(net::Method::Delete, by_id).status, 204);
    EXPECT_EQ(call(net::Method::Delete, "/products/product-id/a%2Fb").status, 204);
    EXPECT_EQ(call(net::Method::Get, by_id).status, 404);
    EXPECT_EQ(call(net::Method::Get, "/products/product-id/a%2Fb").status, 404);
    EXPECT_EQ(call(net::Method::Get, "/products/a").status, 400);
    EXPECT_EQ(call(net::Method::Delete, "/products/a").status, 400);
}

TEST_F(ProductResource, RefusesWhatIsWrongAndWhatLiesOutsideTheDomains) {
    const auto lacking = patch("new", R"({"rating":6,"name":null})");
    EXPECT_EQ(lacking.status, 422);
    for (const std::string_view path : {"/name", "/productDetailUrl", "/unitPrice", "/rating"}) {
        EXPECT_NE(lacking.body.find("\"path\":\"" + std::string(path) + "\""), std::string::npos) << lacking.body;
    }
    EXPECT_EQ(patch("new", "{").status, 400);
    EXPECT_EQ(call(net::Method::Patch, "/admin/v1/store", R"({"allowedDomains":["a.example"]})").status, 200);
    const auto outside_domains = create("new", "Mug");
    EXPECT_EQ(outside_domains.status, 400);
    EXPECT_NE(outside_domains.body.find(R"("code":"E0201","allowedDomains":["a.example"])"), std::string::npos);
}

TEST_F(ProductResource, ListsAndSearchesByTheLinks) {
    const std::vector<std::string> given{"Zapatos", "ÁRBOL", "arbolito", "Arco"};
    for (const auto& name : given) { ASSERT_EQ(create("id-" + std::to_string(name.size()), name).status, 200); }
    EXPECT_EQ(names(call(net::Method::Get, "/admin/v1/products")),
              (std::vector<std::string>{"Arco", "arbolito", "ÁRBOL", "Zapatos"}));
    std::vector<std::string> found;
    for (std::string target = "/admin/v1/products/?name=%C3%A1r&pageSize=1"; !target.empty();) {
        const auto page = call(net::Method::Get, target);
        ASSERT_EQ(page.status, 200) << page.body;
        for (const auto& name : names(page)) { found.push_back(name); }
        target = next_of(page);
    }
    EXPECT_EQ(found, (std::vector<std::string>{"ÁRBOL", "arbolito", "Arco"}));
    EXPECT_EQ(names(call(net::Method::Get, "/admin/v1/products/?productId=ID-")).size(), given.size());
    EXPECT_EQ(call(net::Method::Get, "/admin/v1/products/?name=a&productId=b").status, 422);
}

}  // namespace
}  // namespace tradewind::api
