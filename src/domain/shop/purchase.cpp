#include "domain/shop/purchase.h"

#include <algorithm>

#include "domain/fields/field_parse.h"
#include "domain/fields/json_fields.h"

namespace tradewind::domain {
namespace {

constexpr auto kept_item_fields = kept_fields(purchase_item_fields);

std::vector<Patch<PurchaseItem>> read_items(const base::JsonValue& products, std::vector<base::Problem>& problems) {
    constexpr Bounds bounds{.items_min = 1, .items_max = purchase_items_max};
    std::vector<Patch<PurchaseItem>> items;
    if (products.kind() != base::JsonKind::Array) {
        problems.push_back({.path = "/products", .reason = "must be an array"});
        return items;
    }
    if (const auto checked = check_item_count(products.size(), bounds); !checked) {
        problems.push_back({.path = "/products", .reason = checked.error().problems.front().reason});
        return items;
    }
    items.reserve(products.size());
    for (const auto product : products.elements()) {
        const auto path = "/products/" + std::to_string(items.size());
        if (product.kind() == base::JsonKind::Object) {
            items.push_back(read_fields(purchase_item_fields, product, ReadMode::Create, problems, path));
        } else {
            problems.push_back({.path = path, .reason = "must be an object"});
            items.emplace_back();
        }
    }
    return items;
}

std::vector<Patch<PurchaseItem>> read_products(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    const auto products = object.kind() == base::JsonKind::Object ? object.find("products") : std::nullopt;
    if (products && !products->is_null()) { return read_items(*products, problems); }
    problems.push_back({.path = "/products", .reason = "is required"});
    return {};
}

}  // namespace

base::Result<std::string> check_source_type(std::string_view text) {
    if (std::ranges::find(purchase_source_types, text) == purchase_source_types.end()) {
        return base::invalid("", "must be marketplace, digital-store, point-of-sale, third-party or other");
    }
    return std::string(text);
}

NewPurchase read_purchase(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    NewPurchase wanted;
    wanted.purchase = read_fields(purchase_fields, object, ReadMode::Create, problems);
    if (!wanted.purchase.present[index_of(purchase_fields, "contactEmail")] &&
        !wanted.purchase.present[index_of(purchase_fields, "contactExternalId")]) {
        problems.push_back({.path = "/contactEmail", .reason = "is required"});
    }
    wanted.items = read_products(object, problems);
    return wanted;
}

NewPurchase read_purchase_of_contact(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    NewPurchase wanted;
    wanted.purchase = read_fields(purchase_fields, object, ReadMode::Create, problems);
    wanted.items = read_products(object, problems);
    return wanted;
}

void write_purchase(base::JsonWriter& writer, const Purchase& purchase) {
    writer.begin_object();
    write_fields(writer, purchase_fields, purchase);
    writer.key("products");
    write_purchase_items(writer, purchase.items);
    writer.end_object();
}

void write_purchase_items(base::JsonWriter& writer, const std::vector<PurchaseItem>& items) {
    writer.begin_array();
    for (const auto& item : items) {
        writer.begin_object();
        write_fields(writer, purchase_item_fields, item);
        writer.end_object();
    }
    writer.end_array();
}

base::Result<std::vector<PurchaseItem>> read_purchase_items(const base::JsonValue& array) {
    if (array.kind() != base::JsonKind::Array) { return base::invalid("", "must be an array"); }
    std::vector<PurchaseItem> items;
    items.reserve(array.size());
    for (const auto element : array.elements()) {
        auto item = TRY(read_fields(kept_item_fields, element, ReadMode::Create));
        items.push_back(std::move(item.values));
    }
    return items;
}

}  // namespace tradewind::domain
