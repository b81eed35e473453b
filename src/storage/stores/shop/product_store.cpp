#include "storage/stores/shop/product_store.h"

#include "base/search_key.h"
#include "storage/database/field_columns.h"
#include "storage/database/identifier_key.h"
#include "storage/database/ordered_list.h"

namespace tradewind::storage {
namespace {

// Wherever whole products are read, the columns stand in the order of domain::product_fields.
constexpr Query products_find_query{
    .name = "products.find",
    .sql = R"(SELECT id, product_id, name, product_detail_url, unit_price, unit_price_original,
                     unit_price_without_vat, brand, description, categories, tags, custom_field_1, custom_field_2,
                     custom_field_3, discounted_amount, discounted_percentage, image_url, thumbnail_url, published_at,
                     rating, rating_count, review_count, availability, in_stock_units, is_blacklisted, priority,
                     related_external_product_ids, created_at, updated_at
              FROM products WHERE id = $1)",
};

constexpr Query find_by_identifier_query{
    .name = "products.find_by_identifier",
    .sql = R"(SELECT id, product_id, name, product_detail_url, unit_price, unit_price_original,
                     unit_price_without_vat, brand, description, categories, tags, custom_field_1, custom_field_2,
                     custom_field_3, discounted_amount, discounted_percentage, image_url, thumbnail_url, published_at,
                     rating, rating_count, review_count, availability, in_stock_units, is_blacklisted, priority,
                     related_external_product_ids, created_at, updated_at
              FROM products WHERE id = (SELECT product FROM product_identifiers WHERE identifier_key = $1))",
};

// SQLite has no FOR UPDATE and needs none: whoever writes is alone.
constexpr Query products_lock_query{
    .name = "products.lock",
    .sql = R"(SELECT id, product_id, name, product_detail_url, unit_price, unit_price_original,
                     unit_price_without_vat, brand, description, categories, tags, custom_field_1, custom_field_2,
                     custom_field_3, discounted_amount, discounted_percentage, image_url, thumbnail_url, published_at,
                     rating, rating_count, review_count, availability, in_stock_units, is_blacklisted, priority,
                     related_external_product_ids, created_at, updated_at
              FROM products WHERE id = $1)",
    .postgres = R"(SELECT id, product_id, name, product_detail_url, unit_price, unit_price_original,
                          unit_price_without_vat, brand, description, categories, tags, custom_field_1,
                          custom_field_2, custom_field_3, discounted_amount, discounted_percentage, image_url,
                          thumbnail_url, published_at, rating, rating_count, review_count, availability,
                          in_stock_units, is_blacklisted, priority, related_external_product_ids, created_at,
                          updated_at
                   FROM products WHERE id = $1 FOR UPDATE)",
};

// SQLite takes a list apart by a function of its own. PostgreSQL gets it as an array, because for a join it may decide
// to read the whole table.
constexpr Query products_load_query{
    .name = "products.load",
    .sql = R"(SELECT id, product_id, name, product_detail_url, unit_price, unit_price_original,
                     unit_price_without_vat, brand, description, categories, tags, custom_field_1, custom_field_2,
                     custom_field_3, discounted_amount, discounted_percentage, image_url, thumbnail_url, published_at,
                     rating, rating_count, review_count, availability, in_stock_units, is_blacklisted, priority,
                     related_external_product_ids, created_at, updated_at
              FROM products WHERE id IN (SELECT value FROM json_each($1)))",
    .postgres = R"(SELECT id, product_id, name, product_detail_url, unit_price, unit_price_original,
                          unit_price_without_vat, brand, description, categories, tags, custom_field_1,
                          custom_field_2, custom_field_3, discounted_amount, discounted_percentage, image_url,
                          thumbnail_url, published_at, rating, rating_count, review_count, availability,
                          in_stock_units, is_blacklisted, priority, related_external_product_ids, created_at,
                          updated_at
                   FROM products WHERE id = ANY ($1))",
};

// Likewise.
constexpr Query find_ids_query{
    .name = "products.find_ids",
    .sql = R"(SELECT product FROM product_identifiers WHERE identifier_key IN (SELECT value FROM json_each($1)))",
    .postgres = R"(SELECT product FROM product_identifiers WHERE identifier_key = ANY ($1))",
};

constexpr Query products_find_id_query{
    .name = "products.find_id",
    .sql = R"(SELECT product FROM product_identifiers WHERE identifier_key = $1)",
};

constexpr Query products_newest_down_query{
    .name = "products.newest_down",
    .sql = R"(SELECT id FROM products WHERE id < $2 ORDER BY id DESC LIMIT $1 OFFSET $3)",
};

constexpr Query products_newest_up_query{
    .name = "products.newest_up",
    .sql = R"(SELECT id FROM products WHERE id > $2 ORDER BY id LIMIT $1)",
};

constexpr Query products_name_down_query{
    .name = "products.name_down",
    .sql = R"(SELECT id FROM products WHERE (name_key, created_at, id) > ($2, $3, $4) AND name_key < $5
              ORDER BY name_key, created_at, id LIMIT $1 OFFSET $6)",
};

constexpr Query products_name_up_query{
    .name = "products.name_up",
    .sql = R"(SELECT id FROM products WHERE (name_key, created_at, id) < ($2, $3, $4) AND name_key >= $5
              ORDER BY name_key DESC, created_at DESC, id DESC LIMIT $1)",
};

constexpr Query product_id_down_query{
    .name = "products.product_id_down",
    .sql = R"(SELECT id FROM products WHERE (product_id_key, created_at, id) > ($2, $3, $4) AND product_id_key < $5
              ORDER BY product_id_key, created_at, id LIMIT $1 OFFSET $6)",
};

constexpr Query product_id_up_query{
    .name = "products.product_id_up",
    .sql = R"(SELECT id FROM products WHERE (product_id_key, created_at, id) < ($2, $3, $4) AND product_id_key >= $5
              ORDER BY product_id_key DESC, created_at DESC, id DESC LIMIT $1)",
};

constexpr Query products_insert_identifier_query{
    .name = "products.insert_identifier",
    .sql = R"(INSERT INTO product_identifiers (identifier_key, product) VALUES ($1, $2))",
};

constexpr Query products_insert_query{
    .name = "products.insert",
    .sql = R"(INSERT INTO products (id, product_id, name, created_at, name_key, product_id_key, product_detail_url,
                                    unit_price, unit_price_original, unit_price_without_vat, brand, description,
                                    categories, tags, custom_field_1, custom_field_2, custom_field_3,
                                    discounted_amount, discounted_percentage, image_url, thumbnail_url, published_at,
                                    rating, rating_count, review_count, availability, in_stock_units, is_blacklisted,
                                    priority, related_external_product_ids, updated_at)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
                      $22, $23, $24, $25, $26, $27, $28, $29, $30, $31))",
};

// Without the name: a column that a statement names costs its index a change, even if the value stays.
constexpr Query products_update_query{
    .name = "products.update",
    .sql = R"(UPDATE products SET product_detail_url = $2, unit_price = $3, unit_price_original = $4,
                                  unit_price_without_vat = $5, brand = $6, description = $7, categories = $8,
                                  tags = $9, custom_field_1 = $10, custom_field_2 = $11, custom_field_3 = $12,
                                  discounted_amount = $13, discounted_percentage = $14, image_url = $15,
                                  thumbnail_url = $16, published_at = $17, rating = $18, rating_count = $19,
                                  review_count = $20, availability = $21, in_stock_units = $22, is_blacklisted = $23,
                                  priority = $24, related_external_product_ids = $25, updated_at = $26
              WHERE id = $1)",
};

constexpr Query rename_query{
    .name = "products.rename",
    .sql = R"(UPDATE products SET name = $2, name_key = $3 WHERE id = $1)",
};

constexpr Query products_delete_query{
    .name = "products.delete",
    .sql = R"(DELETE FROM products WHERE id = $1 RETURNING product_id)",
};

constexpr Query products_delete_identifier_query{
    .name = "products.delete_identifier",
    .sql = R"(DELETE FROM product_identifiers WHERE identifier_key = $1)",
};

std::optional<domain::Product> read_one(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_columns(domain::product_fields, rows);
}

std::optional<base::Id> find_product_id(Transaction& transaction, std::string_view product_id) {
    const auto key = identifier_key(product_id);
    auto rows = transaction.query(products_find_id_query, {key});
    return rows.next() ? std::optional(base::Id{rows.integer(0)}) : std::nullopt;
}

std::vector<domain::Product> load_products(Transaction& transaction, const std::vector<std::int64_t>& ids) {
    const auto list = json_from_numbers(ids);
    std::vector<domain::Product> products;
    auto rows = transaction.query(products_load_query, {JsonList{list}});
    while (rows.next()) { products.push_back(read_columns(domain::product_fields, rows)); }
    return products;
}

// Hands the columns to `use` that both an insert and an update write, in their order: all but the identifiers, the name
// and the time of creation.
template <class Use>
void with_changeable_columns(const domain::Product& product, Use use) {
    use(product.product_detail_url, column_of(product.unit_price), column_of(product.unit_price_original),
        column_of(product.unit_price_without_vat), product.brand, product.description, column_of(product.categories),
        column_of(product.tags), product.custom_field_1, product.custom_field_2, product.custom_field_3,
        column_of(product.discounted_amount), column_of(product.discounted_percentage), product.image_url,
        product.thumbnail_url, column_of(product.published_at), column_of(product.rating), product.rating_count,
        product.review_count, product.availability, product.in_stock_units, column_of(product.is_blacklisted),
        product.priority, column_of(product.related_external_product_ids), column_of(product.updated_at));
}

ListWalk walk_of(domain::ProductOrder order) {
    using By = ListWalk::By;
    switch (order) {
        case domain::ProductOrder::Newest:
            return {.by = By::Age, .down = products_newest_down_query, .up = products_newest_up_query};
        case domain::ProductOrder::Name:
            return {.by = By::KeyThenAge, .down = products_name_down_query, .up = products_name_up_query};
        case domain::ProductOrder::ProductId:
            return {.by = By::KeyThenAge, .down = product_id_down_query, .up = product_id_up_query};
    }
    return {.by = By::Age, .down = products_newest_down_query, .up = products_newest_up_query};
}

}  // namespace

std::optional<domain::Product> find_product(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(products_find_query, {id.number}));
}

std::optional<domain::Product> find_product(Transaction& transaction, std::string_view product_id) {
    if (transaction.is_spread()) {
        const auto id = find_product_id(transaction, product_id);
        return id ? find_product(transaction, *id) : std::nullopt;
    }
    const auto key = identifier_key(product_id);
    return read_one(transaction.query(find_by_identifier_query, {key}));
}

std::optional<domain::Product> find_product_for_change(Transaction& transaction, std::string_view product_id) {
    const auto id = find_product_id(transaction, product_id);
    return id ? read_one(transaction.query(products_lock_query, {id->number})) : std::nullopt;
}

std::vector<domain::Product> find_products(Transaction& transaction, const std::vector<std::string>& product_ids) {
    std::vector<std::string> keys;
    keys.reserve(product_ids.size());
    for (const auto& product_id : product_ids) { keys.push_back(identifier_key(product_id)); }
    const auto list = json_from_texts(keys);
    return load_products(transaction, read_ids(transaction.query(find_ids_query, {JsonList{list}})));
}

domain::Page<domain::Product> list_products(Transaction& transaction, const domain::ProductListRequest& request) {
    return read_ordered_page<domain::Product>(transaction, request, walk_of(request.order),
                                              [&](const auto& ids) { return load_products(transaction, ids); });
}

void insert_product(Transaction& transaction, const domain::Product& product) {
    // The identifier comes first, because it is where two of them meet.
    const auto key = identifier_key(product.product_id);
    transaction.execute(products_insert_identifier_query, {key, product.id.number});
    const auto name_key = base::search_key(product.name);
    const auto product_id_key = base::search_key(product.product_id);
    with_changeable_columns(product, [&](const auto&... columns) {
        transaction.execute(products_insert_query,
                            {product.id.number, product.product_id, product.name, column_of(product.created_at),
                             name_key, product_id_key, columns...});
    });
}

void update_product(Transaction& transaction, const ProductUpdate& update) {
    const auto& product = update.after;
    with_changeable_columns(product, [&](const auto&... columns) {
        transaction.execute(products_update_query, {product.id.number, columns...});
    });
    if (product.name != update.before.name) {
        const auto name_key = base::search_key(product.name);
        transaction.execute(rename_query, {product.id.number, product.name, name_key});
    }
}

void remove_product(Transaction& transaction, base::Id id) {
    std::string key;
    {
        auto rows = transaction.query(products_delete_query, {id.number});
        if (!rows.next()) { return; }
        key = identifier_key(rows.text(0));
    }
    transaction.execute(products_delete_identifier_query, {key});
}

void remove_product(Transaction& transaction, std::string_view product_id) {
    const auto id = find_product_id(transaction, product_id);
    if (id) { remove_product(transaction, *id); }
}

}  // namespace tradewind::storage
