#include "api/memory_list.h"

#include <algorithm>
#include <utility>

namespace tradewind::api {

ListPart part_of_list(std::size_t count, const domain::PageRequest& request,
                      const std::function<RowPlace(std::size_t)>& place_of) {
    const auto size = static_cast<std::size_t>(request.size);
    if (!request.cursor) {
        const auto begin = std::min(count, static_cast<std::size_t>(request.page - 1) * size);
        return {.begin = begin, .end = std::min(count, begin + size)};
    }
    // The list is short, so it is walked from its start.
    using Key = std::pair<std::int64_t, std::string>;
    const Key cursor{request.cursor->created_at.milliseconds, request.cursor->id};
    const auto count_while = [&](auto condition) {
        std::size_t index = 0;
        for (; index < count; ++index) {
            auto place = place_of(index);
            if (!condition(Key{place.created_at.milliseconds, std::move(place.id)})) { break; }
        }
        return index;
    };
    switch (request.cursor->direction) {
        case domain::Direction::Older: {
            const auto begin = count_while([&](const Key& key) { return key >= cursor; });
            return {.begin = begin, .end = std::min(count, begin + size)};
        }
        case domain::Direction::Newer: {
            const auto end = count_while([&](const Key& key) { return key > cursor; });
            return {.begin = end - std::min(end, size), .end = end};
        }
    }
    return {.begin = count, .end = count};
}

}  // namespace tradewind::api
