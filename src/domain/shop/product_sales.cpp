#include "domain/shop/product_sales.h"

#include <chrono>
#include <map>

namespace tradewind::domain {
namespace {

std::int64_t day_of(base::Instant moment) {
    return std::chrono::floor<std::chrono::days>(std::chrono::milliseconds(moment.milliseconds)).count();
}

}  // namespace

base::Result<void> check_countable(const ProductSales& sales) {
    constexpr base::Decimal limit{base::Decimal::ten_thousandths_limit};
    if (sales.units > sold_units_max || sales.sold >= limit || sales.returned >= limit) {
        return base::invalid("/products", "would bring the sales of a product beyond what can be counted");
    }
    return {};
}

base::Result<std::vector<ProductSales>> sales_in(const Purchase& purchase) {
    std::map<base::Id, ProductSales> by_product;
    for (const auto& item : purchase.items) {
        auto& sales = by_product[item.product];
        sales.product = item.product;
        sales.day = day_of(purchase.purchased_at);
        sales.purchases = 1;
        sales.units += item.quantity;
        if (item.price.ten_thousandths >= 0) {
            sales.sold.ten_thousandths += item.price.ten_thousandths;
        } else {
            sales.returned.ten_thousandths -= item.price.ten_thousandths;
        }
        // At once, for the next one could be too much even for the machine.
        TRY(check_countable(sales));
    }
    std::vector<ProductSales> all;
    all.reserve(by_product.size());
    for (const auto& [product, sales] : by_product) { all.push_back(sales); }
    return all;
}

}  // namespace tradewind::domain
