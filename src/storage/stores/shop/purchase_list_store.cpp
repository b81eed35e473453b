#include "storage/stores/shop/purchase_list_store.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "storage/database/field_columns.h"
#include "storage/database/list_rows.h"
#include "storage/database/ordered_list.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::storage {
namespace {

constexpr Query purchases_newest_down_query{
    .name = "purchases.newest_down",
    .sql = R"(SELECT id FROM purchases WHERE id < $2 ORDER BY id DESC LIMIT $1 OFFSET $3)",
};

constexpr Query purchases_newest_up_query{
    .name = "purchases.newest_up",
    .sql = R"(SELECT id FROM purchases WHERE id > $2 ORDER BY id LIMIT $1)",
};

constexpr Query identifier_down_query{
    .name = "purchase_identifiers.down",
    .sql = R"(SELECT purchase FROM purchase_identifiers
              WHERE (identifier_key, purchase) > ($2, $3) AND identifier_key < $4
              ORDER BY identifier_key LIMIT $1 OFFSET $5)",
};

constexpr Query identifier_up_query{
    .name = "purchase_identifiers.up",
    .sql = R"(SELECT purchase FROM purchase_identifiers
              WHERE (identifier_key, purchase) < ($2, $3) AND identifier_key >= $4
              ORDER BY identifier_key DESC LIMIT $1)",
};

constexpr Query purchases_of_contact_query{
    .name = "purchases.of_contact",
    .sql = R"(SELECT id FROM purchases WHERE contact_id = $1 ORDER BY purchased_at DESC, id DESC LIMIT $2 OFFSET $3)",
};

constexpr Query of_contact_older_query{
    .name = "purchases.of_contact_older",
    .sql = R"(SELECT id FROM purchases WHERE contact_id = $1 AND (purchased_at, id) < ($3, $4)
              ORDER BY purchased_at DESC, id DESC LIMIT $2)",
};

constexpr Query purchases_of_contact_newer_query{
    .name = "purchases.of_contact_newer",
    .sql = R"(SELECT id FROM purchases WHERE contact_id = $1 AND (purchased_at, id) > ($3, $4)
              ORDER BY purchased_at, id LIMIT $2)",
};

// SQLite takes a list apart by a function of its own. PostgreSQL gets it as an array, because for a join it may decide
// to read the whole table.
constexpr Query purchases_load_query{
    .name = "purchases.load",
    .sql = R"(SELECT id, purchase_id, contact_id, total_price, total_quantity, cart_id, payment_method, source_type,
                     source_name, purchased_at, created_at, updated_at
              FROM purchases WHERE id IN (SELECT value FROM json_each($1)))",
    .postgres = R"(SELECT id, purchase_id, contact_id, total_price, total_quantity, cart_id, payment_method,
                          source_type, source_name, purchased_at, created_at, updated_at
                   FROM purchases WHERE id = ANY ($1))",
};

constexpr Query purchases_newest_with_items_query{
    .name = "purchases.newest_with_items",
    .sql = R"(SELECT id, contact_id, purchased_at, items FROM purchases ORDER BY id DESC LIMIT $1)",
};

domain::Purchase read_summary(const Rows& rows) {
    domain::Purchase purchase;
    read_column(rows, 0, purchase.id);
    read_column(rows, 1, purchase.purchase_id);
    read_column(rows, 2, purchase.contact);
    read_column(rows, 3, purchase.total_price);
    read_column(rows, 4, purchase.total_quantity);
    read_column(rows, 5, purchase.cart_id);
    read_column(rows, 6, purchase.payment_method);
    read_column(rows, 7, purchase.source_type);
    read_column(rows, 8, purchase.source_name);
    read_column(rows, 9, purchase.purchased_at);
    read_column(rows, 10, purchase.created_at);
    read_column(rows, 11, purchase.updated_at);
    return purchase;
}

void name_buyers(Transaction& transaction, std::vector<domain::Purchase>& purchases) {
    std::vector<std::int64_t> ids;
    for (const auto& purchase : purchases) {
        if (purchase.contact) { ids.push_back(purchase.contact->number); }
    }
    std::unordered_map<std::int64_t, domain::Contact> contacts;
    for (auto& contact : find_contacts(transaction, ids)) { contacts.emplace(contact.id.number, std::move(contact)); }
    for (auto& purchase : purchases) {
        if (!purchase.contact) { continue; }
        const auto found = contacts.find(purchase.contact->number);
        if (found == contacts.end()) { throw DatabaseBroken("a purchase is that of a contact who is not there"); }
        purchase.contact_email = found->second.email;
        purchase.contact_external_id = found->second.external_id;
    }
}

// In no particular order.
std::vector<domain::Purchase> load_purchases(Transaction& transaction, const std::vector<std::int64_t>& ids) {
    std::vector<domain::Purchase> purchases;
    {
        const auto list = json_from_numbers(ids);
        auto rows = transaction.query(purchases_load_query, {JsonList{list}});
        while (rows.next()) { purchases.push_back(read_summary(rows)); }
    }
    name_buyers(transaction, purchases);
    return purchases;
}

ListWalk walk_of(domain::PurchaseOrder order) {
    switch (order) {
        case domain::PurchaseOrder::Newest:
            break;
        case domain::PurchaseOrder::PurchaseId:
            return {.by = ListWalk::By::UniqueKey, .down = identifier_down_query, .up = identifier_up_query};
    }
    return {.by = ListWalk::By::Age, .down = purchases_newest_down_query, .up = purchases_newest_up_query};
}

}  // namespace

domain::Page<domain::Purchase> list_purchases(Transaction& transaction, const domain::PurchaseListRequest& request) {
    return read_ordered_page<domain::Purchase>(transaction, request, walk_of(request.order),
                                               [&](const auto& ids) { return load_purchases(transaction, ids); });
}

domain::Page<domain::Purchase> list_purchases_of(Transaction& transaction, base::Id contact,
                                                 const domain::PageRequest& request) {
    const auto wanted = request.size + 1;
    const auto beyond_cursor = [&](const Query& query) {
        return read_ids(transaction.query(
            query, {contact.number, wanted, request.cursor->created_at.milliseconds, id_of(*request.cursor)}));
    };
    const auto ids = read_page<std::int64_t>(
        request,
        [&] {
            if (request.cursor) { return beyond_cursor(of_contact_older_query); }
            return read_ids(transaction.query(purchases_of_contact_query,
                                              {contact.number, wanted, (request.page - 1) * request.size}));
        },
        [&] { return beyond_cursor(purchases_of_contact_newer_query); });
    domain::Page<domain::Purchase> page{
        .items = load_purchases(transaction, ids.items), .has_older = ids.has_older, .has_newer = ids.has_newer};
    std::sort(page.items.begin(), page.items.end(), [](const auto& one, const auto& other) {
        return one.purchased_at == other.purchased_at ? other.id < one.id : other.purchased_at < one.purchased_at;
    });
    return page;
}

std::vector<domain::Purchase> find_purchases(Transaction& transaction, const std::vector<base::Id>& ids) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(ids.size());
    for (const auto id : ids) { numbers.push_back(id.number); }
    auto purchases = load_purchases(transaction, numbers);
    std::ranges::sort(purchases, std::ranges::greater(), &domain::Purchase::id);
    return purchases;
}

NewestPurchases newest_purchases(Transaction& transaction, std::int64_t rows_max, std::size_t bytes_max) {
    NewestPurchases newest;
    auto rows = transaction.query(purchases_newest_with_items_query, {rows_max + 1});
    for (std::size_t bytes = 0; rows.next();) {
        if (std::ssize(newest.found) == rows_max || bytes > bytes_max) { return newest; }
        auto& purchase = newest.found.emplace_back();
        read_column(rows, 0, purchase.id);
        read_column(rows, 1, purchase.contact);
        read_column(rows, 2, purchase.purchased_at);
        bytes += rows.text(3).size();
        purchase.items = purchase_items_from(rows.text(3));
    }
    newest.is_all = true;
    return newest;
}

}  // namespace tradewind::storage
