#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/id.h"
#include "domain/lists/list_page.h"

namespace tradewind::storage {

// One page of a list. `down()` reads the rows from where the request starts, `up()` those before its cursor, the
// nearest first; both read one row more than the page holds, which tells whether the list goes on.
template <class Row, class Request, class Down, class Up>
domain::Page<Row> read_page(const Request& request, Down down, Up up) {
    domain::Page<Row> page;
    const auto take_extra = [&] {
        if (page.items.size() <= static_cast<std::size_t>(request.size)) { return false; }
        page.items.pop_back();
        return true;
    };
    if (request.cursor && request.cursor->direction == domain::Direction::Newer) {
        page.items = up();
        page.has_newer = take_extra();
        page.has_older = true;
        std::reverse(page.items.begin(), page.items.end());
    } else {
        page.items = down();
        page.has_older = take_extra();
        page.has_newer = request.cursor || request.page > 1;
    }
    return page;
}

// The id in a cursor; of one that we did not make: before every row of its moment.
inline std::int64_t id_of(const domain::ListCursor& cursor) {
    const auto id = base::Id::parse(cursor.id);
    return id.ok() && id.value() ? id.value()->number : 0;
}

// Of a list that is ordered by ids, the newest first: below which id a page starts, and how many rows it skips there.
inline std::int64_t first_id(const domain::PageRequest& page) {
    return page.cursor ? id_of(*page.cursor) : std::numeric_limits<std::int64_t>::max();
}
inline std::int64_t skipped_rows(const domain::PageRequest& page) {
    return page.cursor ? 0 : (page.page - 1) * page.size;
}

}  // namespace tradewind::storage
