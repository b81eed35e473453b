#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/query_string.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/lists/list_page.h"

namespace tradewind::api {

// What the ids of a list's rows are, as its cursors carry them.
enum class CursorId { AnyText, ServiceId, Number };

// How many rows a page of a list has.
struct PageSizes {
    std::int64_t when_not_told = domain::PageRequest::size_default;
    std::int64_t largest = domain::PageRequest::size_max;
};

// `pageSize` of a query.
base::Result<std::int64_t> read_page_size(const QueryString& query, const PageSizes& sizes = {});
// `page`, `pageSize` and `cursor` of a query; every problem of theirs at once.
base::Result<domain::PageRequest> read_page_request(const QueryString& query, CursorId cursor_id = CursorId::AnyText,
                                                    const PageSizes& sizes = {});

// What the links of a list are made of.
struct ListPlace {
    std::string_view address;  // Absolute, of the list: `https://shop.example/admin/v1/api-keys/`.
    const QueryString& query;
    const domain::PageRequest& request;
};

// A row's position in its list. A list that is not ordered by age has its own way to tell it by `id`.
struct RowPlace {
    base::Instant created_at;
    std::string id;
};

namespace list_links {
struct Ends {
    bool has_older;
    bool has_newer;
    std::optional<RowPlace> first;  // Nothing on an empty page.
    std::optional<RowPlace> last;
};
void write_links(base::JsonWriter& writer, const ListPlace& place, const Ends& ends);
// Of the page after the one that ends with this row.
std::string next_link(const ListPlace& place, const std::optional<RowPlace>& last);
}  // namespace list_links

// A whole list: `{"links": {...}, "results": [...]}`. `write_item(writer, item)` writes a row.
template <class Item, class WriteItem>
std::string render_rows(const ListPlace& place, const list_links::Ends& ends, const std::vector<Item>& items,
                        WriteItem write_item) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    list_links::write_links(writer, place, ends);
    writer.key("results");
    writer.begin_array();
    for (const auto& item : items) { write_item(writer, item); }
    writer.end_array();
    writer.end_object();
    return json;
}

// The same of a page whose links start at its first and its last row. `row_place(item)` tells a row's RowPlace.
template <class Item, class PlaceOf, class WriteItem>
std::string render_list(const ListPlace& place, const domain::Page<Item>& page, PlaceOf row_place,
                        WriteItem write_item) {
    list_links::Ends ends{.has_older = page.has_older, .has_newer = page.has_newer, .first = {}, .last = {}};
    if (!page.items.empty()) {
        ends.first = row_place(page.items.front());
        ends.last = row_place(page.items.back());
    }
    return render_rows(place, ends, page.items, write_item);
}

}  // namespace tradewind::api
