#include "domain/shop/product_buyers.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

constexpr base::Id mug{1};
constexpr base::Id tray{2};
constexpr base::Id spoon{3};

Purchase bought(std::int64_t id, std::optional<base::Id> contact, const std::vector<base::Id>& products) {
    Purchase purchase;
    purchase.id = {id};
    purchase.contact = contact;
    for (const auto product : products) {
        PurchaseItem item;
        item.product = product;
        item.product_id = "p" + std::to_string(product.number);
        item.name = "as of " + std::to_string(id);
        item.quantity = 2;
        purchase.items.push_back(std::move(item));
    }
    return purchase;
}

constexpr base::Id ada{10};
constexpr base::Id grace{11};
constexpr base::Id alan{12};

TEST(ProductBuyers, CountsEachBuyerOnceAndTellsWhatElseTheyBought) {
    const auto told =
        product_buyers(mug,
                       {bought(9, ada, {mug, tray}), bought(8, ada, {tray}), bought(7, grace, {mug, mug}),
                        bought(6, grace, {spoon, tray}), bought(5, alan, {spoon}), bought(4, {}, {mug, spoon})},
                       20);
    EXPECT_EQ(told.purchases, 3);
    EXPECT_EQ(told.units, 8);
    EXPECT_EQ(told.buyers, 2);
    EXPECT_EQ(told.newest, (std::vector<base::Id>{{9}, {7}, {4}}));
    ASSERT_EQ(told.also.size(), 2U);
    EXPECT_EQ(told.also[0].product, tray);
    EXPECT_EQ(told.also[0].product_id, "p2");
    EXPECT_EQ(told.also[0].name, "as of 9");
    EXPECT_EQ(told.also[0].buyers, 2);
    EXPECT_EQ(told.also[1].product, spoon);
    EXPECT_EQ(told.also[1].buyers, 1);
}

TEST(ProductBuyers, AreNobodyWhereNothingWasBought) {
    const auto told = product_buyers(mug, {bought(5, alan, {spoon})}, 20);
    EXPECT_EQ(told.purchases, 0);
    EXPECT_EQ(told.buyers, 0);
    EXPECT_TRUE(told.newest.empty() && told.also.empty());
}

TEST(ProductBuyers, AreToldUpToALimit) {
    const auto told = product_buyers(mug, {bought(9, ada, {mug, tray, spoon}), bought(8, alan, {mug})}, 1);
    EXPECT_EQ(told.purchases, 2);
    EXPECT_EQ(told.newest, (std::vector<base::Id>{{9}}));
    ASSERT_EQ(told.also.size(), 1U);
    EXPECT_EQ(told.also[0].product, tray);
}

}  // namespace
}  // namespace tradewind::domain
