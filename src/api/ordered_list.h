#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/list_links.h"
#include "base/search_key.h"
#include "domain/fields/field_parse.h"
#include "domain/lists/ordered_list.h"

namespace tradewind::api {

// A parameter of the query by which a list can be searched.
template <class Order>
struct ListSearch {
    std::string_view parameter;
    Order order;
    std::string (*key_of)(std::string_view text);  // Empty when there is nothing to search for.
};

// The text that the query searches for, as the order and the prefix of the request, and the parameter that named it;
// empty when it searches for none. Two are one too many.
template <class Order>
std::string_view read_search(const QueryString& query, std::span<const ListSearch<Order>> searches,
                             domain::OrderedListRequest<Order>& request, std::vector<base::Problem>& problems) {
    constexpr domain::Bounds bounds{.characters_max = base::search_key_characters_max};
    std::string_view searched_by;
    for (const auto& search : searches) {
        const auto text = query.find(search.parameter).value_or("");
        const auto path = "/" + std::string(search.parameter);
        const auto checked = domain::text_value(text, bounds, nullptr);
        if (!checked) { problems.push_back({.path = path, .reason = checked.error().problems.front().reason}); }
        auto prefix = search.key_of(text);
        if (prefix.empty()) { continue; }
        if (checked && !searched_by.empty()) {
            problems.push_back(
                {.path = path, .reason = "cannot be searched for together with " + std::string(searched_by)});
        }
        if (searched_by.empty()) { searched_by = search.parameter; }
        request.order = search.order;
        request.prefix = std::move(prefix);
    }
    return searched_by;
}

// A row's place in such a list. A cursor carries its id and, unless the list is by Newest, its key after a dot.
template <class Order>
RowPlace place_in(Order order, base::Instant created_at, base::Id id, std::string_view key) {
    return {.created_at = created_at, .id = order == Order::Newest ? id.text() : id.text() + "." + std::string(key)};
}

// Nothing when it is not a cursor of this list.
template <class Order>
std::optional<domain::OrderedCursor> read_cursor(const domain::ListCursor& cursor,
                                                 const domain::OrderedListRequest<Order>& request) {
    const auto dot = cursor.id.find('.');
    const auto id = base::Id::parse(cursor.id.substr(0, dot));
    if (!id || !id.value()) { return std::nullopt; }
    const bool has_key = dot != std::string::npos;
    auto key = has_key ? cursor.id.substr(dot + 1) : std::string();
    if (has_key == (request.order == Order::Newest) || !key.starts_with(request.prefix)) { return std::nullopt; }
    return domain::OrderedCursor{
        .direction = cursor.direction, .key = std::move(key), .created_at = cursor.created_at, .id = *id.value()};
}

// `page`, `pageSize` and `cursor`, for a request whose search was read before.
template <class Order>
domain::PageRequest read_place(const QueryString& query, domain::OrderedListRequest<Order>& request,
                               std::vector<base::Problem>& problems) {
    auto page = read_page_request(query);
    if (!page) {
        problems.insert(problems.end(), page.error().problems.begin(), page.error().problems.end());
        return {};
    }
    request.page = page.value().page;
    request.size = page.value().size;
    if (page.value().cursor && problems.empty()) {
        request.cursor = read_cursor(*page.value().cursor, request);
        if (!request.cursor) { problems.push_back({.path = "/cursor", .reason = "is not one of our cursors"}); }
    }
    return std::move(page).take();
}

}  // namespace tradewind::api
