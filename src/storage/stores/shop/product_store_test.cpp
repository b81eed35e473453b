#include "storage/stores/shop/product_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <set>

#include "base/search_key.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_plans.h"

namespace tradewind::storage {
namespace {

using domain::Direction;
using domain::Product;
using domain::ProductListRequest;
using domain::ProductOrder;

class ProductStoreTest : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto write(Work work) {
        using Value = std::invoke_result_t<Work&, Transaction&>;
        return write_and_wait(
                   *database,
                   [&](Transaction& transaction) -> base::Result<std::optional<Value>> { return {work(transaction)}; })
            .take()
            .value();
    }
    void insert(const Product& product) {
        write([&](Transaction& transaction) { return insert_product(transaction, product), true; });
    }
    // Products by these names, the first being the oldest; their identifiers are `p1`, `p2`, ...
    void insert_named(const std::vector<std::string>& names) {
        for (const auto& name : names) {
            ++last_id;
            insert(make("p" + std::to_string(last_id), name));
        }
    }
    Product make(std::string product_id, std::string name) {
        Product product;
        product.id = {last_id};
        product.product_id = std::move(product_id);
        product.name = std::move(name);
        product.product_detail_url = "https://shop.example/p";
        product.unit_price = {213'000};
        product.created_at = {1'700'000'000'000 + last_id};
        product.updated_at = product.created_at;
        return product;
    }
    domain::Page<Product> list(const ProductListRequest& request) {
        return read_and_wait(*database,
                             [&](Transaction& transaction) -> base::Result<domain::Page<Product>> {
                                 return list_products(transaction, request);
                             })
            .take();
    }
    std::vector<std::string> names(const ProductListRequest& request) {
        std::vector<std::string> found;
        for (const auto& product : list(request).items) { found.push_back(product.name); }
        return found;
    }

    std::int64_t last_id = 0;
    TestDatabase database{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(On, ProductStoreTest, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& each) { return std::string(name_of(each.param)); });

Product full_product() {
    Product product;
    product.id = {123'456'789'012'345};
    product.product_id = "a/b ñ \"q\" \\ '";
    product.name = "Celadon mug";
    product.product_detail_url = "https://shop.example/p";
    product.unit_price = {-999'999'999'999'999'999};
    product.unit_price_original = {240'000};
    product.unit_price_without_vat = {1};
    product.brand = "";
    product.description = "Línea 1\nlínea 2 \U0001F30A";
    product.categories = std::vector<std::string>{"/Kitchen/Mugs", "", "\"[,]\\"};
    product.tags = std::vector<std::string>{};
    product.custom_field_1 = "one";
    product.custom_field_2 = "two";
    product.custom_field_3 = "three";
    product.discounted_amount = {5};
    product.discounted_percentage = {1'000'000};
    product.image_url = "";
    product.thumbnail_url = "t";
    product.published_at = {-62'135'596'800'000};
    product.rating = {49'999};
    product.rating_count = 9'007'199'254'740'991;
    product.review_count = 0;
    product.availability = "outofstock";
    product.in_stock_units = -9'007'199'254'740'991;
    product.is_blacklisted = true;
    product.priority = -7;
    product.related_external_product_ids = std::vector<std::string>{"x", "x"};
    product.created_at = {1'700'000'000'000};
    product.updated_at = {1'700'000'000'001};
    return product;
}

TEST_P(ProductStoreTest, KeepsEveryFieldAsItWas) {
    last_id = 1;
    for (const auto& product : {full_product(), make("plain", "Plain")}) {
        insert(product);
        const auto by_id = write([&](auto& transaction) { return find_product(transaction, product.id); });
        const auto by_identifier =
            write([&](auto& transaction) { return find_product(transaction, product.product_id); });
        const auto for_change =
            write([&](auto& transaction) { return find_product_for_change(transaction, product.product_id); });
        for (const auto& found : {by_id, by_identifier, for_change}) {
            ASSERT_TRUE(found);
            EXPECT_TRUE(changed_fields(domain::product_fields, product, *found).empty());
        }
    }
}

TEST_P(ProductStoreTest, UpdatesEveryFieldButTheIdentifiers) {
    last_id = 1;
    const auto before = make("plain", "Plain");
    insert(before);
    auto after = full_product();
    after.id = before.id;
    after.product_id = before.product_id;
    after.created_at = before.created_at;
    for (const auto& [from, to] : {std::pair(before, after), std::pair(after, before)}) {
        const ProductUpdate update{.before = from, .after = to};
        write([&](auto& transaction) { return update_product(transaction, update), true; });
        const auto found = write([&](auto& transaction) { return find_product(transaction, before.id); });
        EXPECT_TRUE(changed_fields(domain::product_fields, to, *found).empty());
    }
}

TEST_P(ProductStoreTest, FindsARenamedProductByItsNewNameAlone) {
    insert_named({"Mug"});
    const auto before = *write([&](auto& transaction) { return find_product(transaction, base::Id{1}); });
    auto after = before;
    after.name = "Bowl";
    const ProductUpdate update{.before = before, .after = after};
    write([&](auto& transaction) { return update_product(transaction, update), true; });
    EXPECT_TRUE(names({.order = ProductOrder::Name, .prefix = "mug"}).empty());
    EXPECT_EQ(names({.order = ProductOrder::Name, .prefix = "bow"}), std::vector<std::string>{"Bowl"});
}

TEST_P(ProductStoreTest, KnowsIdentifiersOfAnyLengthByteForByte) {
    // Nothing that a database could squeeze.
    std::string long_identifier;
    std::uint32_t state = 1;
    for (int count = 0; count < 10'000; ++count) {
        state = state * 1'664'525 + 1'013'904'223;
        long_identifier += "\xF0\x9F";
        long_identifier += static_cast<char>(0x80 + (state >> 20) % 64);
        long_identifier += static_cast<char>(0x80 + (state >> 26) % 64);
    }
    const std::vector<std::string> identifiers{
        "a", "A", "á", "a\xCC\x81", "a ", " a", ".", "..", "%", "_", "a/b", long_identifier, long_identifier + "x"};
    for (const auto& identifier : identifiers) {
        ++last_id;
        insert(make(identifier, "x"));
    }
    for (std::size_t index = 0; index < identifiers.size(); ++index) {
        const auto found = write([&](auto& transaction) { return find_product(transaction, identifiers[index]); });
        ASSERT_TRUE(found) << identifiers[index];
        EXPECT_EQ(found->id.number, static_cast<std::int64_t>(index) + 1);
    }
    EXPECT_FALSE(write([&](auto& transaction) { return find_product(transaction, long_identifier + "y"); }));
}

TEST_P(ProductStoreTest, FindsManyAtOnceEachOnce) {
    insert_named(std::vector<std::string>(50, "x"));
    std::vector<std::string> wanted{"p1", "p1", "unknown", "", "p50", "\"", "\\", "ñ"};
    for (int number = 0; number < 1000; ++number) { wanted.push_back("p" + std::to_string(number)); }
    const auto found = write([&](auto& transaction) { return find_products(transaction, wanted); });
    std::set<std::string> ids;
    for (const auto& product : found) { EXPECT_TRUE(ids.insert(product.product_id).second); }
    EXPECT_EQ(ids.size(), 50U);
    EXPECT_TRUE(write([&](auto& transaction) { return find_products(transaction, {}); }).empty());
}

TEST_P(ProductStoreTest, WhatIsRemovedIsGoneAndItsIdentifierFree) {
    insert_named({"one", "two"});
    write([](auto& transaction) { return remove_product(transaction, base::Id{1}), true; });
    write([](auto& transaction) { return remove_product(transaction, "p2"), true; });
    for (const auto* identifier : {"p1", "p2"}) {
        EXPECT_FALSE(write([&](auto& transaction) { return find_product(transaction, identifier); }));
        EXPECT_TRUE(write([&](auto& transaction) { return find_products(transaction, {identifier}); }).empty());
    }
    write([](auto& transaction) {
        remove_product(transaction, base::Id{1});
        remove_product(transaction, "p2");
        return true;
    });
    last_id = 3;
    insert(make("p1", "again"));
    EXPECT_EQ(write([](auto& transaction) { return find_product(transaction, "p1"); })->id.number, 3);
}

TEST_P(ProductStoreTest, SearchesByTheBeginningWithoutCaseAndAccents) {
    insert_named({"Zapato", "ÁRBOL", "arbolito", "Arco", "zapatilla", "àrbitro", "b", "ａｒｃ", "日本"});
    const auto search = [&](std::string_view text) {
        return names({.order = ProductOrder::Name, .prefix = base::search_key(text)});
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(search("arb"), (Names{"àrbitro", "ÁRBOL", "arbolito"}));
    EXPECT_EQ(search("Árbol"), (Names{"ÁRBOL", "arbolito"}));
    EXPECT_EQ(search("ARC"), (Names{"ａｒｃ", "Arco"}));
    EXPECT_EQ(search("zap"), (Names{"zapatilla", "Zapato"}));
    EXPECT_EQ(search("日"), (Names{"日本"}));
    EXPECT_EQ(search("rbol"), Names{}) << "the beginning alone counts";
    EXPECT_EQ(search("%"), Names{});
    EXPECT_EQ(search("_"), Names{});
    EXPECT_EQ(names({.order = ProductOrder::ProductId, .prefix = "p"}).size(), 9U);
    EXPECT_EQ(names({.order = ProductOrder::ProductId, .prefix = "p9"}), (Names{"日本"}));
    EXPECT_EQ(names({.order = ProductOrder::ProductId, .prefix = "arb"}), Names{});
}

struct WalkCase {
    ProductOrder order;
    std::string prefix;
    std::function<std::string(const Product&)> key_of;
};

TEST_P(ProductStoreTest, ListsWalkBothWaysWithoutMissingOrRepeating) {
    insert_named({"before", "Mug b", "mug a", "after", "MUG A", "mug c", "múg a", "zz", "mug b", "mug d"});
    const std::vector<WalkCase> cases{
        {ProductOrder::Newest, "", [](const Product&) { return std::string(); }},
        {ProductOrder::Name, "mug", [](const Product& product) { return base::search_key(product.name); }},
        {ProductOrder::ProductId, "p", [](const Product& product) { return base::search_key(product.product_id); }}};
    for (const auto& [order, prefix, key_of] : cases) {
        ProductListRequest request{.order = order, .prefix = prefix, .page = 1, .size = 100};
        const auto all = names(request);
        EXPECT_EQ(all.size(), order == ProductOrder::Name ? 7U : 10U);
        request.size = 3;

        std::vector<std::string> down;
        std::vector<std::string> counted;
        domain::Page<Product> page;
        do {
            for (const auto& name : names({.order = order, .prefix = prefix, .page = request.page, .size = 3})) {
                counted.push_back(name);
            }
            page = list(request);
            EXPECT_EQ(page.has_newer, request.page > 1);
            for (const auto& product : page.items) { down.push_back(product.name); }
            const auto& last = page.items.back();
            request.cursor = {
                .direction = Direction::Older, .key = key_of(last), .created_at = last.created_at, .id = last.id};
            ++request.page;
        } while (page.has_older);
        EXPECT_EQ(down, all);
        EXPECT_EQ(counted, all);
        EXPECT_TRUE(list(request).items.empty());

        std::deque<std::string> up;
        request.cursor->direction = Direction::Newer;
        do {
            page = list(request);
            EXPECT_TRUE(page.has_older);
            for (auto product = page.items.rbegin(); product != page.items.rend(); ++product) {
                up.push_front(product->name);
            }
            const auto& first = page.items.front();
            request.cursor = {
                .direction = Direction::Newer, .key = key_of(first), .created_at = first.created_at, .id = first.id};
        } while (page.has_newer);
        EXPECT_EQ(up.size() + 1, all.size()) << "all but the one where it started";
        EXPECT_TRUE(std::equal(up.begin(), up.end(), all.begin()));
    }
}

TEST(ProductStore, ListsByIndexesAlone) {
    const auto plans = sqlite_plans([](const ListedQuery& listed) {
        return listed.query.name.starts_with("products.") && listed.query.sql.starts_with("SELECT id FROM");
    });
    EXPECT_EQ(plans.size(), 6U);
    for (const auto& [name, plan] : plans) {
        EXPECT_TRUE(plan.starts_with("SEARCH products USING ")) << name << ": " << plan;
        EXPECT_EQ(std::count(plan.begin(), plan.end(), '\n'), 1) << name << ": " << plan;
        const bool is_search = name.find("newest") == std::string_view::npos;
        EXPECT_EQ(plan.find("_key,created_at)") != std::string::npos, is_search) << name << ": " << plan;
    }
}

}  // namespace
}  // namespace tradewind::storage
