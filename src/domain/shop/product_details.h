#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/decimal.h"
#include "base/instant.h"
#include "domain/fields/field_table.h"
#include "domain/settings/web_address.h"

namespace tradewind::domain {

// What a product is like: the part that a purchase keeps a copy of.
struct ProductDetails {
    std::string name;
    std::string product_detail_url;
    base::Decimal unit_price;
    std::optional<base::Decimal> unit_price_original;
    std::optional<base::Decimal> unit_price_without_vat;
    std::optional<std::string> brand;
    std::optional<std::string> description;
    std::optional<std::vector<std::string>> categories;  // `/` separates levels.
    std::optional<std::vector<std::string>> tags;
    std::optional<std::string> custom_field_1;
    std::optional<std::string> custom_field_2;
    std::optional<std::string> custom_field_3;
    std::optional<base::Decimal> discounted_amount;
    std::optional<base::Decimal> discounted_percentage;
    std::optional<std::string> image_url;
    std::optional<std::string> thumbnail_url;
    std::optional<base::Instant> published_at;
    std::optional<base::Decimal> rating;
    std::optional<std::int64_t> rating_count;
    std::optional<std::int64_t> review_count;
};

inline constexpr std::size_t product_text_characters_max = 10'000;
inline constexpr Bounds product_text{.characters_max = product_text_characters_max};
inline constexpr Bounds product_list{.characters_max = product_text_characters_max, .items_max = 10'000};

inline constexpr FieldTable<ProductDetails, 20> product_detail_fields{{
    {.name = "name",
     .member = &ProductDetails::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = product_text_characters_max}},
    {.name = "productDetailUrl",
     .member = &ProductDetails::product_detail_url,
     .presence = Presence::Required,
     .bounds = product_text,
     .rule = check_web_address},
    {.name = "unitPrice", .member = &ProductDetails::unit_price, .presence = Presence::Required},
    {.name = "unitPriceOriginal", .member = &ProductDetails::unit_price_original, .null = Null::Clears},
    {.name = "unitPriceWithoutVAT", .member = &ProductDetails::unit_price_without_vat, .null = Null::Clears},
    {.name = "brand", .member = &ProductDetails::brand, .null = Null::Clears, .bounds = product_text},
    {.name = "description", .member = &ProductDetails::description, .null = Null::Clears, .bounds = product_text},
    {.name = "categories", .member = &ProductDetails::categories, .null = Null::Clears, .bounds = product_list},
    {.name = "tags", .member = &ProductDetails::tags, .null = Null::Clears, .bounds = product_list},
    {.name = "customField1", .member = &ProductDetails::custom_field_1, .null = Null::Clears, .bounds = product_text},
    {.name = "customField2", .member = &ProductDetails::custom_field_2, .null = Null::Clears, .bounds = product_text},
    {.name = "customField3", .member = &ProductDetails::custom_field_3, .null = Null::Clears, .bounds = product_text},
    {.name = "discountedAmount", .member = &ProductDetails::discounted_amount, .null = Null::Clears},
    {.name = "discountedPercentage",
     .member = &ProductDetails::discounted_percentage,
     .null = Null::Clears,
     .bounds = {.value_max = 100}},  // Below 0 where the price went up.
    {.name = "imageUrl", .member = &ProductDetails::image_url, .null = Null::Clears, .bounds = product_text},
    {.name = "thumbnailUrl", .member = &ProductDetails::thumbnail_url, .null = Null::Clears, .bounds = product_text},
    {.name = "publishedAt", .member = &ProductDetails::published_at, .null = Null::Clears},
    {.name = "rating",
     .member = &ProductDetails::rating,
     .null = Null::Clears,
     .bounds = {.value_min = 0, .value_max = 5}},
    {.name = "ratingCount", .member = &ProductDetails::rating_count, .null = Null::Clears, .bounds = {.value_min = 0}},
    {.name = "reviewCount", .member = &ProductDetails::review_count, .null = Null::Clears, .bounds = {.value_min = 0}},
}};

// How many bytes the texts of these details hold.
std::size_t text_bytes(const ProductDetails& details);

}  // namespace tradewind::domain
