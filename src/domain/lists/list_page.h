#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"

namespace tradewind::domain {

enum class Direction { Older, Newer };

// A place between two rows of a list ordered by creation, newest first, ties by id.
struct ListCursor {
    Direction direction;
    base::Instant created_at;
    std::string id;
};

// Which part of a list is wanted. With a cursor the position comes from it, else by counting rows.
struct PageRequest {
    static constexpr std::int64_t size_max = 100;
    static constexpr std::int64_t size_default = 20;
    static constexpr std::int64_t counted_rows_max = 10'000;

    std::int64_t page = 1;
    std::int64_t size = size_default;
    std::optional<ListCursor> cursor;
};

template <class Item>
struct Page {
    std::vector<Item> items;  // Newest first.
    bool has_older = false;
    bool has_newer = false;
};

}  // namespace tradewind::domain
