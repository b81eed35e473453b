#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/result.h"
#include "domain/fields/field_table.h"
#include "domain/shop/product_details.h"

namespace tradewind::domain {

// Something the store sells.
struct Product : ProductDetails {
    base::Id id;
    std::string product_id;  // By which the store knows it; compared byte for byte.
    std::string availability = "instock";
    std::optional<std::int64_t> in_stock_units;
    bool is_blacklisted = false;
    std::int64_t priority = 0;
    std::optional<std::vector<std::string>> related_external_product_ids;
    base::Instant created_at;
    base::Instant updated_at;
};

// `instock` or `outofstock`: what can be set. Read, it may also be `unverified` or `discontinued`.
base::Result<std::string> check_availability(std::string_view text);

inline constexpr FieldTable<Product, 2> product_identity_fields{{
    {.name = "id", .member = &Product::id, .access = Access::ReadOnly},
    {.name = "productId", .member = &Product::product_id, .access = Access::ReadOnly},
}};

inline constexpr FieldTable<Product, 7> product_offer_fields{{
    {.name = "availability", .member = &Product::availability, .null = Null::Clears, .rule = check_availability},
    {.name = "inStockUnits", .member = &Product::in_stock_units, .null = Null::Clears},
    {.name = "isBlacklisted", .member = &Product::is_blacklisted, .null = Null::Clears},
    {.name = "priority", .member = &Product::priority, .null = Null::Clears},
    {.name = "relatedExternalProductIds",
     .member = &Product::related_external_product_ids,
     .null = Null::Clears,
     .bounds = product_list},
    {.name = "createdAt", .member = &Product::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &Product::updated_at, .access = Access::ReadOnly},
}};

inline constexpr auto product_fields =
    joined(product_identity_fields, fields_of<Product>(product_detail_fields), product_offer_fields);

}  // namespace tradewind::domain
