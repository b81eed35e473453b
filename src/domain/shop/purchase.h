#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "base/text.h"
#include "domain/contacts/contact_key.h"
#include "domain/fields/field_table.h"
#include "domain/shop/product_details.h"

namespace tradewind::domain {

// One line of a purchase, with the product as it was then.
struct PurchaseItem : ProductDetails {
    base::Id product;  // The service's id of it.
    std::string product_id;
    std::int64_t quantity = 0;
    base::Decimal price;  // Of all pieces together.
};

// What a contact bought.
struct Purchase {
    base::Id id;
    std::string purchase_id;  // By which the store knows it; compared byte for byte.
    std::optional<base::Id> contact;
    std::optional<std::string> contact_email;  // The contact's keys of this moment; not kept with the purchase.
    std::optional<std::string> contact_external_id;
    base::Decimal total_price;
    std::int64_t total_quantity = 0;
    std::optional<std::string> cart_id;
    std::optional<std::string> payment_method;
    std::optional<std::string> source_type;
    std::optional<std::string> source_name;
    base::Instant purchased_at;
    base::Instant created_at;
    base::Instant updated_at;
    std::vector<PurchaseItem> items;
    std::optional<base::Id> activity;  // The one that tells of it in the contact's journal.
};

inline constexpr std::size_t purchase_items_max = 1'000;
inline constexpr Bounds purchase_identifier{.characters_min = 1, .characters_max = product_text_characters_max};

inline constexpr std::array<std::string_view, 5> purchase_source_types{"marketplace", "digital-store", "point-of-sale",
                                                                       "third-party", "other"};
// One of these.
base::Result<std::string> check_source_type(std::string_view text);

inline constexpr FieldTable<PurchaseItem, 4> purchase_line_fields{{
    {.name = "id", .member = &PurchaseItem::product, .access = Access::ReadOnly},
    {.name = "productId",
     .member = &PurchaseItem::product_id,
     .presence = Presence::Required,
     .bounds = purchase_identifier},
    {.name = "quantity", .member = &PurchaseItem::quantity, .presence = Presence::Required, .bounds = {.value_min = 1}},
    {.name = "price", .member = &PurchaseItem::price, .presence = Presence::Required},
}};

// What an item leaves out of the product's details comes from the catalogue.
inline constexpr auto purchase_item_fields =
    joined(purchase_line_fields, optional_fields(fields_of<PurchaseItem>(product_detail_fields)));

// All but the items.
inline constexpr FieldTable<Purchase, 14> purchase_fields{{
    {.name = "id", .member = &Purchase::id, .access = Access::ReadOnly},
    {.name = "purchaseId",
     .member = &Purchase::purchase_id,
     .presence = Presence::Required,
     .bounds = purchase_identifier},
    {.name = "contactId", .member = &Purchase::contact, .access = Access::ReadOnly},
    {.name = "contactEmail", .member = &Purchase::contact_email, .rule = check_email_address},
    {.name = "contactExternalId", .member = &Purchase::contact_external_id, .rule = check_external_id},
    {.name = "totalPrice", .member = &Purchase::total_price, .presence = Presence::Required},
    {.name = "totalQuantity", .member = &Purchase::total_quantity, .presence = Presence::Required},
    {.name = "cartId", .member = &Purchase::cart_id, .bounds = product_text},
    {.name = "paymentMethod", .member = &Purchase::payment_method, .bounds = product_text},
    {.name = "sourceType", .member = &Purchase::source_type, .rule = check_source_type},
    {.name = "sourceName", .member = &Purchase::source_name, .bounds = product_text},
    {.name = "purchaseDate", .member = &Purchase::purchased_at},
    {.name = "createdAt", .member = &Purchase::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &Purchase::updated_at, .access = Access::ReadOnly},
}};

// A purchase as somebody tells of it, before it is known whether its contact and its products exist.
struct NewPurchase {
    Patch<Purchase> purchase;
    std::vector<Patch<PurchaseItem>> items;

    [[nodiscard]] bool has_date() const { return purchase.present[index_of(purchase_fields, "purchaseDate")]; }
    [[nodiscard]] bool has_address(std::size_t item) const {
        return items[item].present[index_of(purchase_item_fields, "productDetailUrl")];
    }
};

// Reads one, adding every problem that it alone shows. Unknown members are ignored.
NewPurchase read_purchase(const base::JsonValue& object, std::vector<base::Problem>& problems);
// The same when it is known whose it is.
NewPurchase read_purchase_of_contact(const base::JsonValue& object, std::vector<base::Problem>& problems);

// The purchase as clients read it, as a whole object.
void write_purchase(base::JsonWriter& writer, const Purchase& purchase);

// The items alone, as an array; and such an array read again.
void write_purchase_items(base::JsonWriter& writer, const std::vector<PurchaseItem>& items);
base::Result<std::vector<PurchaseItem>> read_purchase_items(const base::JsonValue& array);

}  // namespace tradewind::domain
