#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/id.h"
#include "domain/list_page.h"

namespace tradewind::domain {

// Newest first; or those whose name or whose productId starts with a text, in the order of their search keys.
enum class ProductOrder { Newest, Name, ProductId };

// A place between two products of such a list. `key` is the search key by which the list is ordered; empty by Newest.
struct ProductCursor {
    Direction direction = Direction::Older;  // Older: further down the list.
    std::string key;
    base::Instant created_at;
    base::Id id;
};

struct ProductListRequest {
    ProductOrder order = ProductOrder::Newest;
    std::string prefix;  // A search key, not empty; of no meaning by Newest.
    std::int64_t page = 1;
    std::int64_t size = PageRequest::size_default;
    std::optional<ProductCursor> cursor = {};  // With it, the position does not come from `page`.
};

}  // namespace tradewind::domain
