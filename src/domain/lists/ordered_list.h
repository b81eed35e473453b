#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/id.h"
#include "domain/lists/list_page.h"

namespace tradewind::domain {

// A place between two rows of a list that has several orders. `key` is what the list is ordered by; empty by Newest.
struct OrderedCursor {
    Direction direction = Direction::Older;  // Older: further down the list.
    std::string key;
    base::Instant created_at;
    base::Id id;
};

// Which part of such a list is wanted. `Order` is an enumeration: Newest first, or those whose key starts with a text,
// in the order of their keys.
template <class Order>
struct OrderedListRequest {
    Order order = Order::Newest;
    std::string prefix;  // Of the keys, not empty; of no meaning by Newest.
    std::int64_t page = 1;
    std::int64_t size = PageRequest::size_default;
    std::optional<OrderedCursor> cursor = {};  // With it, the position does not come from `page`.
};

}  // namespace tradewind::domain
