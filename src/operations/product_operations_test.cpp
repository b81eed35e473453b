#include "operations/product_operations.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/shop/product_store.h"

namespace tradewind::operations {
namespace {

using base::Problem;
using domain::index_of;
using domain::product_fields;

class ProductOperations : public OperationTest {
  protected:
    ProductOperations() {
        in_transaction([&](auto& transaction) { return create_store(transaction, sources); });
        remember_definitions();
    }

    void remember_definitions() { definitions = storage::DefinitionsCache::load(*database).take().current(); }
    void allow(std::vector<std::string> domains) {
        domain::Patch<domain::Store> patch;
        patch.values.allowed_domains = std::move(domains);
        patch.present.set(index_of(domain::store_fields, "allowedDomains"));
        EXPECT_TRUE(
            in_transaction([&](auto& transaction) { return change_store(transaction, sources, {"test"}, patch); }));
    }

    base::Result<domain::Product> change(const ProductChange& wanted) {
        return attempt([&](auto& transaction) { return change_product(transaction, sources, *definitions, wanted); });
    }
    base::Result<domain::Product> create(const std::string& product_id,
                                         const std::string& url = "https://shop.example/p") {
        ProductChange wanted{.product_id = product_id, .patch = {}};
        wanted.patch.values.name = "Mug";
        wanted.patch.present.set(index_of(product_fields, "name"));
        wanted.patch.values.product_detail_url = url;
        wanted.patch.present.set(index_of(product_fields, "productDetailUrl"));
        wanted.patch.values.unit_price = {213'000};
        wanted.patch.present.set(index_of(product_fields, "unitPrice"));
        return change(wanted);
    }
    std::optional<domain::Product> find(const std::string& product_id) {
        return in_transaction([&](auto& transaction) { return storage::find_product(transaction, product_id); });
    }

    std::shared_ptr<const storage::Definitions> definitions;
};

ProductChange price_change(std::string product_id, base::Decimal price) {
    ProductChange wanted{.product_id = std::move(product_id), .patch = {}};
    wanted.patch.values.unit_price = price;
    wanted.patch.present.set(index_of(product_fields, "unitPrice"));
    return wanted;
}

TEST_F(ProductOperations, ANewProductIsMadeOfWhatIsSentAndTheDefaults) {
    const auto made = create("mug").value();
    EXPECT_EQ(made.product_id, "mug");
    EXPECT_EQ(made.name, "Mug");
    EXPECT_EQ(made.availability, "instock");
    EXPECT_EQ(made.created_at, clock.now());
    EXPECT_EQ(made.created_at, made.id.made_at());
    EXPECT_EQ(made.updated_at, made.created_at);
    EXPECT_TRUE(domain::changed_fields(product_fields, made, find("mug").value()).empty());
}

TEST_F(ProductOperations, ANewProductNeedsThreeFieldsAndEveryProblemIsToldAtOnce) {
    auto wanted = price_change("mug", {1});
    wanted.problems = {{"/rating", "must be from 0 to 5"}};
    EXPECT_EQ(change(wanted).error().problems,
              (std::vector<Problem>{
                  {"/name", "is required"}, {"/productDetailUrl", "is required"}, {"/rating", "must be from 0 to 5"}}));
    EXPECT_FALSE(find("mug"));
    create("mug").take();
    EXPECT_EQ(change(wanted).error().problems, (std::vector<Problem>{{"/rating", "must be from 0 to 5"}}));
    EXPECT_EQ(find("mug")->unit_price.text(), "21.3");
}

TEST_F(ProductOperations, AnIdentifierHasALimit) {
    EXPECT_TRUE(create(std::string(domain::product_text_characters_max, 'x')));
    const auto refused = create(std::string(domain::product_text_characters_max + 1, 'x'));
    EXPECT_EQ(refused.error().problems, (std::vector<Problem>{{"/productId", "must have at most 10000 characters"}}));
    const auto no_text = create(std::string("p\0q", 3));
    EXPECT_EQ(no_text.error().problems, (std::vector<Problem>{{"/productId", "must not contain U+0000"}}));
}

TEST_F(ProductOperations, AChangeIsAMergeThatMovesTheTime) {
    const auto made = create("mug").value();
    clock.advance(std::chrono::seconds(5));
    const auto changed = change(price_change("mug", {5})).value();
    EXPECT_EQ(changed.id, made.id);
    EXPECT_EQ(changed.name, "Mug");
    EXPECT_EQ(changed.unit_price.text(), "0.0005");
    EXPECT_EQ(changed.created_at, made.created_at);
    EXPECT_EQ(changed.updated_at, clock.now());
    EXPECT_TRUE(domain::changed_fields(product_fields, changed, find("mug").value()).empty());
}

TEST_F(ProductOperations, AChangeOfNothingWritesNothing) {
    const auto made = create("mug").value();
    clock.advance(std::chrono::seconds(5));
    EXPECT_EQ(change(price_change("mug", made.unit_price)).value().updated_at, made.updated_at);
    EXPECT_EQ(change({.product_id = "mug", .patch = {}}).value().updated_at, made.updated_at);
    EXPECT_EQ(find("mug")->updated_at, made.updated_at);
}

TEST_F(ProductOperations, AnAddressOutsideTheAuthorisedDomainsIsRefused) {
    create("mug", "https://other.example/p").take();
    allow({"shop.example"});
    remember_definitions();
    const auto refused = create("mug", "https://other.example/p");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, base::ErrorKind::BadRequest);
    EXPECT_EQ(refused.error().code, "E0201");
    EXPECT_EQ(refused.error().lists, (std::vector<base::ErrorList>{{"allowedDomains", {"shop.example"}}}));
    EXPECT_TRUE(change(price_change("mug", {1}))) << "only an address that is sent is looked at";
    EXPECT_TRUE(create("mug", "https://shop.example/p"));
}

TEST_F(ProductOperations, DomainsCountAsTheyAreInTheTransaction) {
    allow({"shop.example"});
    EXPECT_EQ(create("mug", "https://other.example/p").error().code, "E0201")
        << "the snapshot of before knows of no domains";
    remember_definitions();
    allow({});
    EXPECT_TRUE(create("mug", "https://other.example/p"));
}

TEST_F(ProductOperations, OfManyWhoCreateTheSameOneDoesAndNoPropertyIsLost) {
    constexpr std::size_t clients_count = 50;
    // All bring what a new product needs, and most something of their own.
    std::vector<std::thread> clients;
    std::vector<std::optional<base::Id>> ids_seen(clients_count);
    for (std::size_t number = 0; number < clients_count; ++number) {
        clients.emplace_back([this, number, &ids_seen] {
            ProductChange wanted{.product_id = "mug", .patch = {}};
            auto& [values, present] = wanted.patch;
            values.name = "Mug";
            values.product_detail_url = "https://shop.example/p";
            values.unit_price = {1};
            present.set(index_of(product_fields, "name"));
            present.set(index_of(product_fields, "productDetailUrl"));
            present.set(index_of(product_fields, "unitPrice"));
            switch (number % 5) {
                case 0:
                    values.brand = "Brisa";
                    present.set(index_of(product_fields, "brand"));
                    break;
                case 1:
                    values.custom_field_1 = "one";
                    present.set(index_of(product_fields, "customField1"));
                    break;
                case 2:
                    values.tags = std::vector<std::string>{"a"};
                    present.set(index_of(product_fields, "tags"));
                    break;
                case 3:
                    values.priority = 7;
                    present.set(index_of(product_fields, "priority"));
                    break;
                default:
                    break;
            }
            const auto made = change(wanted);
            if (made) { ids_seen[number] = made.value().id; }
        });
    }
    for (auto& client : clients) { client.join(); }
    EXPECT_EQ(std::set(ids_seen.begin(), ids_seen.end()).size(), 1U);
    const auto product = find("mug").value();
    EXPECT_EQ(ids_seen.front(), product.id);
    EXPECT_EQ(product.brand, "Brisa");
    EXPECT_EQ(product.custom_field_1, "one");
    EXPECT_EQ(product.tags, std::vector<std::string>{"a"});
    EXPECT_EQ(product.priority, 7);
    const auto listed = in_transaction([](auto& transaction) { return storage::list_products(transaction, {}); });
    EXPECT_EQ(listed.items.size(), 1U);
}

TEST_F(ProductOperations, OfChangesAtTheSameMomentNoneIsLost) {
    create("mug").take();
    // Each has a property that nobody else changes, so it must find there what it left.
    const auto count_up = [this](std::size_t field, std::optional<std::int64_t> domain::Product::*member) {
        for (std::int64_t round = 1; round <= 30; ++round) {
            ProductChange wanted{.product_id = "mug", .patch = {}};
            wanted.patch.values.*member = round;
            wanted.patch.present.set(field);
            ASSERT_TRUE(change(wanted));
            ASSERT_EQ(find("mug").value().*member, round);
        }
    };
    std::vector<std::thread> clients;
    clients.emplace_back(count_up, index_of(product_fields, "inStockUnits"), &domain::Product::in_stock_units);
    clients.emplace_back(count_up, index_of(product_fields, "ratingCount"), &domain::Product::rating_count);
    clients.emplace_back(count_up, index_of(product_fields, "reviewCount"), &domain::Product::review_count);
    for (auto& client : clients) { client.join(); }
}

TEST_F(ProductOperations, CreatingAndRemovingAtTheSameMomentLeavesItWholeOrGone) {
    std::vector<std::thread> clients;
    for (int number = 0; number < 20; ++number) {
        clients.emplace_back([this, number] {
            if (number % 2 == 0) {
                EXPECT_TRUE(create("mug"));
            } else if (number % 4 == 1) {
                in_transaction([](auto& transaction) { return delete_product(transaction, "mug"), true; });
            } else if (const auto product = find("mug")) {
                in_transaction([&](auto& transaction) { return delete_product(transaction, product->id), true; });
            }
        });
    }
    for (auto& client : clients) { client.join(); }
    const auto listed = in_transaction([](auto& transaction) { return storage::list_products(transaction, {}); });
    EXPECT_EQ(listed.items.size(), find("mug") ? 1U : 0U);
    EXPECT_TRUE(create("mug"));
}

}  // namespace
}  // namespace tradewind::operations
