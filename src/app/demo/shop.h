#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::app::demo {

// What a history needs to know of the shop that it is the history of.
struct Shop {
    struct Product {
        std::string id;
        std::int64_t price_cents;
    };
    std::vector<Product> products;
    base::Id welcome_coupons;
    base::Id regulars;  // A segment.
};

// The options of the field favouriteRoom.
inline constexpr std::array<std::string_view, 4> favourite_rooms{"living", "kitchen", "bedroom", "garden"};

inline constexpr std::string_view cart_abandoned = "cart-abandoned";
inline constexpr std::string_view review_written = "review-written";

// Makes a store out of an empty one: its settings, fields, products, events, coupons, segments and drafts of workflows.
base::Result<Shop> set_up_shop(storage::Database& database, base::Sources& sources,
                               const std::shared_ptr<const storage::Definitions>& known,
                               const base::SecretKey& secret_key);

}  // namespace tradewind::app::demo
