#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "domain/shop/purchase.h"

namespace tradewind::domain {

// Who bought a product, and what else they bought, as far as some purchases tell.
struct ProductBuyers {
    // Another product that buyers of this one bought, in the same purchase or in another one.
    struct Also {
        base::Id product;
        std::string product_id;
        std::string name;  // As it was last sold.
        std::int64_t buyers = 0;
    };

    std::int64_t purchases = 0;  // Those with the product; those of erased contacts too.
    std::int64_t units = 0;
    std::int64_t buyers = 0;       // Contacts. Nobody knows who those are that were erased.
    std::vector<base::Id> newest;  // Purchases with the product, in the order in which they were told.
    std::vector<Also> also;        // By how many of the buyers have it, then by id.
};

// `purchases`: the last to come first. At most `shown_max` of the newest and of the other products are told.
ProductBuyers product_buyers(base::Id product, const std::vector<Purchase>& purchases, std::size_t shown_max);

}  // namespace tradewind::domain
