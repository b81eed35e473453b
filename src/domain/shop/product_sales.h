#pragma once

#include <cstdint>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/result.h"
#include "domain/fields/field_table.h"
#include "domain/shop/purchase.h"

namespace tradewind::domain {

// What was sold of a product on one day. What came back is apart from what was sold: so each sum only shrinks when a
// purchase is taken out again, and none can leave its bounds by that.
struct ProductSales {
    base::Id product;
    std::int64_t day = 0;        // Of UTC, counted from 1970.
    std::int64_t purchases = 0;  // In how many it occurs.
    std::int64_t units = 0;
    base::Decimal sold = {};
    base::Decimal returned = {};  // Without the sign.

    friend bool operator==(const ProductSales&, const ProductSales&) = default;
};

inline constexpr std::int64_t sold_units_max = field_integer_max;

// Invalid when more was sold than can be counted.
base::Result<void> check_countable(const ProductSales& sales);

// What a purchase adds to the sales, by product.
base::Result<std::vector<ProductSales>> sales_in(const Purchase& purchase);

}  // namespace tradewind::domain
