#include "domain/shop/product.h"

#include <gtest/gtest.h>

#include <set>

namespace tradewind::domain {
namespace {

// What keeps a copy of a product's details, with fields of its own before them.
struct Copy : ProductDetails {
    std::int64_t quantity = 0;
};

constexpr FieldTable<Copy, 1> own_fields{{
    {.name = "quantity", .member = &Copy::quantity, .presence = Presence::Required},
}};
constexpr auto copy_fields = joined(own_fields, optional_fields(fields_of<Copy>(product_detail_fields)));

TEST(ProductFields, AreThereOnceEach) {
    std::set<std::string_view> names;
    for (const auto& field : product_fields) { EXPECT_TRUE(names.insert(field.name).second) << field.name; }
    EXPECT_EQ(names.size(), 29U);
}

TEST(ProductFields, AllButThreeCanBeCleared) {
    std::vector<std::string_view> needed;
    for (const auto& field : product_fields) {
        if (field.access == Access::Writable && field.null == Null::Refused) { needed.push_back(field.name); }
    }
    EXPECT_EQ(needed, (std::vector<std::string_view>{"name", "productDetailUrl", "unitPrice"}));
    EXPECT_EQ(missing_fields(product_fields, {}), needed);
}

TEST(ProductFields, WhatIsClearedIsAsInANewProduct) {
    Product product;
    product.availability = "outofstock";
    product.priority = 7;
    product.is_blacklisted = true;
    product.tags = std::vector<std::string>{};
    Patch<Product> patch;
    patch.present.set(index_of(product_fields, "availability"));
    patch.present.set(index_of(product_fields, "priority"));
    patch.present.set(index_of(product_fields, "isBlacklisted"));
    patch.present.set(index_of(product_fields, "tags"));
    apply(product_fields, patch, product);
    EXPECT_EQ(product.availability, "instock");
    EXPECT_EQ(product.priority, 0);
    EXPECT_FALSE(product.is_blacklisted);
    EXPECT_FALSE(product.tags);
}

TEST(ProductFields, DescribeWhatKeepsACopyToo) {
    Product product;
    product.name = "Mug";
    product.unit_price = {213'000};
    product.brand = "Brisa";
    Copy copy;
    static_cast<ProductDetails&>(copy) = product;
    Patch<Copy> patch;
    EXPECT_EQ(missing_fields(copy_fields, patch), std::vector<std::string_view>{"quantity"});
    patch.values.unit_price = {200'000};
    patch.present.set(index_of(copy_fields, "unitPrice"));
    apply(copy_fields, patch, copy);
    EXPECT_EQ(copy.unit_price.text(), "20");
    EXPECT_EQ(copy.name, "Mug");
    EXPECT_EQ(copy.brand, "Brisa");
    EXPECT_EQ(changed_fields(copy_fields, Copy{}, copy), (std::vector<std::string_view>{"name", "unitPrice", "brand"}));
}

TEST(Availability, OnlyTwoCanBeSet) {
    for (const std::string_view word : {"instock", "outofstock"}) { EXPECT_EQ(check_availability(word).value(), word); }
    for (const std::string_view word : {"", "unverified", "discontinued", "InStock", "in stock"}) {
        EXPECT_FALSE(check_availability(word)) << word;
    }
}

}  // namespace
}  // namespace tradewind::domain
