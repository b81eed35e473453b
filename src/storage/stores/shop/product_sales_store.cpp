#include "storage/stores/shop/product_sales_store.h"

namespace tradewind::storage {
namespace {

constexpr Query product_sales_add_query{
    .name = "product_sales.add",
    .sql = R"(INSERT INTO product_sales (product, day, purchases, units, sold_amount, returned_amount)
              VALUES ($1, $2, $3, $4, $5, $6)
              ON CONFLICT (product, day) DO UPDATE SET
                  purchases = product_sales.purchases + excluded.purchases,
                  units = product_sales.units + excluded.units,
                  sold_amount = product_sales.sold_amount + excluded.sold_amount,
                  returned_amount = product_sales.returned_amount + excluded.returned_amount
              RETURNING product, day, purchases, units, sold_amount, returned_amount)",
};

constexpr Query product_sales_take_query{
    .name = "product_sales.take",
    .sql = R"(UPDATE product_sales SET purchases = purchases - $3, units = units - $4,
                                       sold_amount = sold_amount - $5, returned_amount = returned_amount - $6
              WHERE product = $1 AND day = $2)",
};

constexpr Query delete_empty_query{
    .name = "product_sales.delete_empty",
    .sql = R"(DELETE FROM product_sales WHERE product = $1 AND day = $2 AND purchases = 0)",
};

constexpr Query list_query{
    .name = "product_sales.list",
    .sql = R"(SELECT product, day, purchases, units, sold_amount, returned_amount FROM product_sales
              WHERE product = $1 AND day >= $2 ORDER BY day LIMIT $3)",
};

domain::ProductSales read_sales(const Rows& rows) {
    return {.product = {rows.integer(0)},
            .day = rows.integer(1),
            .purchases = rows.integer(2),
            .units = rows.integer(3),
            .sold = {rows.integer(4)},
            .returned = {rows.integer(5)}};
}

}  // namespace

domain::ProductSales add_product_sales(Transaction& transaction, const domain::ProductSales& more) {
    auto rows = transaction.query(product_sales_add_query, {more.product.number, more.day, more.purchases, more.units,
                                                            more.sold.ten_thousandths, more.returned.ten_thousandths});
    if (!rows.next()) { throw DatabaseBroken("a row that was written is not there"); }
    return read_sales(rows);
}

void take_product_sales(Transaction& transaction, const domain::ProductSales& gone) {
    transaction.execute(product_sales_take_query, {gone.product.number, gone.day, gone.purchases, gone.units,
                                                   gone.sold.ten_thousandths, gone.returned.ten_thousandths});
    transaction.execute(delete_empty_query, {gone.product.number, gone.day});
}

std::vector<domain::ProductSales> list_product_sales(Transaction& transaction, base::Id product, std::int64_t from_day,
                                                     std::int64_t days_max) {
    std::vector<domain::ProductSales> all;
    auto rows = transaction.query(list_query, {product.number, from_day, days_max});
    while (rows.next()) { all.push_back(read_sales(rows)); }
    return all;
}

}  // namespace tradewind::storage
