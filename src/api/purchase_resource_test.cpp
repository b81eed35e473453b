#include "api/resources.h"

#include <gtest/gtest.h>

#include "api/api_test.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/testing/test_listeners.h"

namespace tradewind::api {
namespace {

constexpr storage::Query count_queue_query{.name = "test.count_queue",
                                           .sql = "SELECT count(*) FROM changes WHERE cause IS NULL"};

class PurchaseResource : public ApiTest {
  protected:
    PurchaseResource() {
        const auto services = make_services();
        auto routes = purchase_routes(services);
        for (auto& more : {contact_routes(services), product_routes(services)}) {
            routes.insert(routes.end(), more.begin(), more.end());
        }
        serve(std::move(routes));
        key = make_key({"purchase:write", "contact:write", "product:write"});
        EXPECT_EQ(call(net::Method::Patch, "/contacts/email/ada@example.org", "{}"), 200);
        EXPECT_EQ(call(net::Method::Patch, "/products/product-id/mug",
                       R"({"name": "Mug", "productDetailUrl": "https://shop.example/p", "unitPrice": 1})"),
                  200);
    }

    int call(net::Method method, std::string target, std::string body) {
        return ask({.method = method, .target = std::move(target), .key = key, .body = std::move(body)}).status;
    }
    int buy(const std::string& purchase_id, const std::string& query) {
        return call(net::Method::Post, "/purchases/" + query,
                    R"({"contactEmail": "ada@example.org", "totalPrice": 1, "totalQuantity": 1, "purchaseId": ")" +
                        purchase_id + R"(", "products": [{"productId": "mug", "quantity": 1, "price": 1}]})");
    }
    std::int64_t queued() {
        return storage::read_and_wait(*database,
                                      [](storage::Transaction& transaction) -> base::Result<std::int64_t> {
                                          auto rows = transaction.query(count_queue_query);
                                          return rows.next() ? rows.integer(0) : -1;
                                      })
            .value();
    }

    std::string key;
};

TEST_F(PurchaseResource, StartsRunsUnlessItIsToldNotTo) {
    const auto listened =
        storage::write_and_wait(*database, [](storage::Transaction& transaction) -> base::Result<void> {
            storage::listen_to(transaction, domain::ActivityKind::Purchase);
            return {};
        });
    ASSERT_TRUE(listened);
    EXPECT_EQ(buy("B1", "?triggerPurchaseEvent=false"), 201);
    EXPECT_EQ(buy("B2", "?triggerPurchaseEvent=0"), 201);
    EXPECT_EQ(queued(), 0);
    EXPECT_EQ(buy("B3", ""), 201);
    EXPECT_EQ(buy("B4", "?triggerPurchaseEvent=1"), 201);
    EXPECT_EQ(queued(), 2);
}

}  // namespace
}  // namespace tradewind::api
