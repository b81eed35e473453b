#pragma once

#include <cstddef>
#include <functional>

#include "api/list_links.h"
#include "domain/lists/list_page.h"

namespace tradewind::api {

// The part of a short list in memory that a request asks for.
struct ListPart {
    std::size_t begin;
    std::size_t end;
};

// `place_of(index)` tells where a row stands; they stand in the order of the list, newest first.
ListPart part_of_list(std::size_t count, const domain::PageRequest& request,
                      const std::function<RowPlace(std::size_t)>& place_of);

// The page with the items that `item_at(index)` gives.
template <class ItemAt>
auto page_of_list(std::size_t count, const domain::PageRequest& request,
                  const std::function<RowPlace(std::size_t)>& place_of, ItemAt item_at) {
    const auto part = part_of_list(count, request, place_of);
    domain::Page<decltype(item_at(part.begin))> page;
    page.has_newer = part.begin > 0;
    page.has_older = part.end < count;
    for (auto index = part.begin; index < part.end; ++index) { page.items.push_back(item_at(index)); }
    return page;
}

}  // namespace tradewind::api
