#include "storage/stores/shop/purchase_store.h"

#include "storage/database/field_columns.h"
#include "storage/database/identifier_key.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::storage {
namespace {

constexpr Query purchases_find_query{
    .name = "purchases.find",
    .sql = R"(SELECT id, purchase_id, contact_id, activity_id, total_price, total_quantity, cart_id, payment_method,
                     source_type, source_name, purchased_at, created_at, updated_at, items
              FROM purchases WHERE id = $1)",
};

constexpr Query purchase_identifiers_find_id_query{
    .name = "purchase_identifiers.find",
    .sql = R"(SELECT purchase FROM purchase_identifiers WHERE identifier_key = $1)",
};

constexpr Query purchase_identifiers_insert_identifier_query{
    .name = "purchase_identifiers.insert",
    .sql = R"(INSERT INTO purchase_identifiers (identifier_key, purchase) VALUES ($1, $2))",
};

constexpr Query purchases_insert_query{
    .name = "purchases.insert",
    .sql = R"(INSERT INTO purchases (id, purchase_id, contact_id, activity_id, total_price, total_quantity, cart_id,
                                     payment_method, source_type, source_name, purchased_at, created_at, updated_at,
                                     items)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14))",
};

constexpr Query purchases_delete_query{
    .name = "purchases.delete",
    .sql = R"(DELETE FROM purchases WHERE id = $1)",
};

constexpr Query purchase_identifiers_delete_identifier_query{
    .name = "purchase_identifiers.delete",
    .sql = R"(DELETE FROM purchase_identifiers WHERE identifier_key = $1)",
};

// Two looks at the ends of the index: one statement that asks for both walks all of it.
constexpr Query first_date_query{
    .name = "purchases.first_date",
    .sql = R"(SELECT purchased_at FROM purchases WHERE contact_id = $1 ORDER BY purchased_at, id LIMIT 1)",
};

constexpr Query last_date_query{
    .name = "purchases.last_date",
    .sql = R"(SELECT purchased_at FROM purchases WHERE contact_id = $1 ORDER BY purchased_at DESC, id DESC LIMIT 1)",
};

constexpr Query forget_buyer_query{
    .name = "purchases.forget_buyer",
    .sql = R"(UPDATE purchases SET contact_id = NULL, activity_id = NULL WHERE contact_id = $1)",
};

std::string json_from(const std::vector<domain::PurchaseItem>& items) {
    std::string json;
    base::JsonWriter writer(json);
    domain::write_purchase_items(writer, items);
    return json;
}

domain::Purchase read_purchase(const Rows& rows) {
    domain::Purchase purchase;
    read_column(rows, 0, purchase.id);
    read_column(rows, 1, purchase.purchase_id);
    read_column(rows, 2, purchase.contact);
    read_column(rows, 3, purchase.activity);
    read_column(rows, 4, purchase.total_price);
    read_column(rows, 5, purchase.total_quantity);
    read_column(rows, 6, purchase.cart_id);
    read_column(rows, 7, purchase.payment_method);
    read_column(rows, 8, purchase.source_type);
    read_column(rows, 9, purchase.source_name);
    read_column(rows, 10, purchase.purchased_at);
    read_column(rows, 11, purchase.created_at);
    read_column(rows, 12, purchase.updated_at);
    purchase.items = purchase_items_from(rows.text(13));
    return purchase;
}

std::optional<base::Id> find_purchase_id(Transaction& transaction, std::string_view purchase_id) {
    const auto key = identifier_key(purchase_id);
    auto rows = transaction.query(purchase_identifiers_find_id_query, {key});
    if (!rows.next()) { return std::nullopt; }
    return base::Id{rows.integer(0)};
}

std::optional<base::Instant> read_date(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return base::Instant{rows.integer(0)};
}

Parameter number_of(const std::optional<base::Id>& id) {
    return id ? Parameter(id->number) : Parameter(std::nullopt);
}

}  // namespace

std::vector<domain::PurchaseItem> purchase_items_from(std::string_view json) {
    const auto document = base::JsonDocument::parse(json);
    if (document) {
        auto items = domain::read_purchase_items(document.value().root());
        if (items) { return std::move(items).take(); }
    }
    throw DatabaseBroken("the items of a purchase are damaged");
}

std::optional<domain::Purchase> find_purchase(Transaction& transaction, base::Id id) {
    std::optional<domain::Purchase> purchase;
    {
        auto rows = transaction.query(purchases_find_query, {id.number});
        if (!rows.next()) { return std::nullopt; }
        purchase = read_purchase(rows);
    }
    if (purchase->contact) {
        // Erased since the purchase was read, it is nobody's.
        const auto contact = find_contact(transaction, *purchase->contact);
        purchase->contact = contact ? purchase->contact : std::nullopt;
        purchase->contact_email = contact ? contact->email : std::nullopt;
        purchase->contact_external_id = contact ? contact->external_id : std::nullopt;
    }
    return purchase;
}

std::optional<domain::Purchase> find_purchase(Transaction& transaction, std::string_view purchase_id) {
    const auto id = find_purchase_id(transaction, purchase_id);
    return id ? find_purchase(transaction, *id) : std::nullopt;
}

bool has_purchase(Transaction& transaction, std::string_view purchase_id) {
    return find_purchase_id(transaction, purchase_id).has_value();
}

void insert_purchase(Transaction& transaction, const domain::Purchase& purchase) {
    // The identifier comes first, because it is where two of them meet.
    const auto key = identifier_key(purchase.purchase_id);
    transaction.execute(purchase_identifiers_insert_identifier_query, {key, purchase.id.number});
    const auto items = json_from(purchase.items);
    transaction.execute(
        purchases_insert_query,
        {purchase.id.number, purchase.purchase_id, number_of(purchase.contact), number_of(purchase.activity),
         column_of(purchase.total_price), purchase.total_quantity, purchase.cart_id, purchase.payment_method,
         purchase.source_type, purchase.source_name, column_of(purchase.purchased_at), column_of(purchase.created_at),
         column_of(purchase.updated_at), items});
}

bool remove_purchase(Transaction& transaction, const domain::Purchase& purchase) {
    if (transaction.execute_and_count(purchases_delete_query, {purchase.id.number}) == 0) { return false; }
    const auto key = identifier_key(purchase.purchase_id);
    transaction.execute(purchase_identifiers_delete_identifier_query, {key});
    return true;
}

domain::PurchaseDates purchase_dates(Transaction& transaction, base::Id contact) {
    return {.first = read_date(transaction.query(first_date_query, {contact.number})),
            .last = read_date(transaction.query(last_date_query, {contact.number}))};
}

void forget_buyer(Transaction& transaction, base::Id contact) {
    transaction.execute(forget_buyer_query, {contact.number});
}

}  // namespace tradewind::storage
