#pragma once

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/search_key.h"
#include "domain/lists/ordered_list.h"
#include "storage/database/list_rows.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// How the ids of one order of a list are read: `down` the list from a place, and `up` from it.
struct ListWalk {
    // Age: by the id alone, down $1 rows at most, $2 the id, $3 rows to skip; up $1, $2.
    // UniqueKey: down $1, $2 the key, $3 the id, $4 the end of the keys, $5 rows to skip; up $4 the first key.
    // KeyThenAge: the same with the time of creation between key and id. It is there because of SQLite: to it an id is
    // the number of the row, which it does not compare within an index, so that of many rows with one key it would walk
    // past all.
    enum class By { Age, UniqueKey, KeyThenAge };

    By by;
    const Query& down;
    const Query& up;
};

inline std::vector<std::int64_t> read_ids(Rows rows) {
    std::vector<std::int64_t> ids;
    while (rows.next()) { ids.push_back(rows.integer(0)); }
    return ids;
}

namespace ordered_list {

// Where a list starts that nobody has walked through yet.
template <class Order>
domain::OrderedCursor top_of(const domain::OrderedListRequest<Order>& request) {
    const bool newest = request.order == Order::Newest;
    return {.direction = domain::Direction::Older,
            .key = request.prefix,
            .created_at = {std::numeric_limits<std::int64_t>::min()},
            .id = {newest ? std::numeric_limits<std::int64_t>::max() : 0}};
}

template <class Order>
std::vector<std::int64_t> ids_down(Transaction& transaction, const domain::OrderedListRequest<Order>& request,
                                   const ListWalk& walk) {
    const auto from = request.cursor.value_or(top_of(request));
    const auto skipped = request.cursor ? 0 : (request.page - 1) * request.size;
    const auto end = base::search_key_end(request.prefix);
    const auto limit = request.size + 1;
    switch (walk.by) {
        case ListWalk::By::Age:
            return read_ids(transaction.query(walk.down, {limit, from.id.number, skipped}));
        case ListWalk::By::UniqueKey:
            return read_ids(transaction.query(walk.down, {limit, from.key, from.id.number, end, skipped}));
        case ListWalk::By::KeyThenAge:
            return read_ids(transaction.query(
                walk.down, {limit, from.key, from.created_at.milliseconds, from.id.number, end, skipped}));
    }
    return {};
}

template <class Order>
std::vector<std::int64_t> ids_up(Transaction& transaction, const domain::OrderedListRequest<Order>& request,
                                 const ListWalk& walk) {
    const auto& from = *request.cursor;
    const auto limit = request.size + 1;
    switch (walk.by) {
        case ListWalk::By::Age:
            return read_ids(transaction.query(walk.up, {limit, from.id.number}));
        case ListWalk::By::UniqueKey:
            return read_ids(transaction.query(walk.up, {limit, from.key, from.id.number, request.prefix}));
        case ListWalk::By::KeyThenAge:
            return read_ids(transaction.query(
                walk.up, {limit, from.key, from.created_at.milliseconds, from.id.number, request.prefix}));
    }
    return {};
}

}  // namespace ordered_list

// One page of a list. `load(ids)` answers the items with these ids, in any order; each has an `id`.
template <class Item, class Order, class Load>
domain::Page<Item> read_ordered_page(Transaction& transaction, const domain::OrderedListRequest<Order>& request,
                                     const ListWalk& walk, Load load) {
    const auto ids = read_page<std::int64_t>(
        request, [&] { return ordered_list::ids_down(transaction, request, walk); },
        [&] { return ordered_list::ids_up(transaction, request, walk); });
    std::unordered_map<std::int64_t, std::size_t> places;
    for (const auto id : ids.items) { places.emplace(id, places.size()); }
    domain::Page<Item> page{
        .items = std::vector<Item>(ids.items.size()), .has_older = ids.has_older, .has_newer = ids.has_newer};
    for (auto& item : load(ids.items)) { page.items[places.at(item.id.number)] = std::move(item); }
    return page;
}

}  // namespace tradewind::storage
