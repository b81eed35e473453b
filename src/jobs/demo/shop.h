#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs::demo {

// What a history needs to know of the shop that it is the history of.
struct Shop {
    struct Product {
        std::string id;
        std::int64_t price_cents;
    };
    std::vector<Product> products;
    base::Id welcome_coupons;
    base::Id summer_coupons;
    base::Id regulars;  // A segment.
};

// The options of the field favouriteRoom.
inline constexpr std::array<std::string_view, 4> favourite_rooms{"living", "kitchen", "bedroom", "garden"};

inline constexpr std::string_view cart_abandoned = "cart-abandoned";
inline constexpr std::string_view review_written = "review-written";

// Gives a store the name, currency and language of the shop.
base::Result<void> set_up_store(storage::Transaction& transaction, base::Sources& sources);
// Makes the shop in an empty store: its fields, products, events, coupons and a segment.
base::Result<Shop> set_up_shop(storage::Transaction& transaction, base::Sources& sources,
                               const std::shared_ptr<const storage::Definitions>& known,
                               const base::SecretKey& secret_key);
// The shop that was made in a store, by what is called as it is there; nothing when a part of it is gone.
std::optional<Shop> find_shop(const storage::Definitions& definitions);

}  // namespace tradewind::jobs::demo
