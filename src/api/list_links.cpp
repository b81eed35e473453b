#include "api/list_links.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/id.h"
#include "base/text.h"

namespace tradewind::api {
namespace {

std::optional<std::int64_t> parse_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) { return std::nullopt; }
    return number;
}

// A cursor as links carry it: `o.<milliseconds>.<id>` for what is older than that row, `n.` for what is newer.
std::string cursor_text(domain::Direction direction, const RowPlace& row) {
    return std::string(direction == domain::Direction::Older ? "o." : "n.") +
           std::to_string(row.created_at.milliseconds) + "." + row.id;
}

std::optional<domain::ListCursor> parse_cursor(std::string_view text) {
    constexpr std::size_t bytes_max = 1000;
    if (text.size() > bytes_max || (!text.starts_with("o.") && !text.starts_with("n."))) { return std::nullopt; }
    const auto direction = text.front() == 'o' ? domain::Direction::Older : domain::Direction::Newer;
    text.remove_prefix(2);
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) { return std::nullopt; }
    const auto created_at = parse_number(text.substr(0, dot));
    if (!created_at || dot + 1 == text.size()) { return std::nullopt; }
    return domain::ListCursor{
        .direction = direction, .created_at = {*created_at}, .id = std::string(text.substr(dot + 1))};
}

bool is_cursor_id(std::string_view text, CursorId kind) {
    switch (kind) {
        case CursorId::AnyText:
            return true;
        case CursorId::ServiceId: {
            const auto id = base::Id::parse(text);
            return id && id.value();
        }
        case CursorId::Number:
            return parse_number(text).has_value();
    }
    return false;
}

std::string link(const ListPlace& place, std::int64_t page, domain::Direction direction,
                 const std::optional<RowPlace>& row) {
    std::string text(place.address);
    text += "?page=" + std::to_string(page) + "&pageSize=" + std::to_string(place.request.size);
    if (row) { text += "&cursor=" + base::percent_encode(cursor_text(direction, *row)); }
    for (const auto& [name, value] : place.query.items()) {
        if (name == "page" || name == "pageSize" || name == "cursor") { continue; }
        text += "&" + base::percent_encode(name) + "=" + base::percent_encode(value);
    }
    return text;
}

}  // namespace

base::Result<std::int64_t> read_page_size(const QueryString& query, const PageSizes& sizes) {
    const auto text = query.find("pageSize");
    if (!text) { return sizes.when_not_told; }
    const auto size = parse_number(*text);
    if (size && *size >= 1 && *size <= sizes.largest) { return *size; }
    return base::invalid("/pageSize", "must be a whole number from 1 to " + std::to_string(sizes.largest));
}

base::Result<domain::PageRequest> read_page_request(const QueryString& query, CursorId cursor_id,
                                                    const PageSizes& sizes) {
    domain::PageRequest request;
    request.size = sizes.when_not_told;
    std::vector<base::Problem> problems;
    if (const auto size = read_page_size(query, sizes)) {
        request.size = size.value();
    } else {
        problems = size.error().problems;
    }
    if (const auto text = query.find("cursor")) {
        request.cursor = parse_cursor(*text);
        if (request.cursor && !is_cursor_id(request.cursor->id, cursor_id)) { request.cursor.reset(); }
        if (!request.cursor) { problems.push_back({.path = "/cursor", .reason = "is not one of our cursors"}); }
    }
    if (const auto text = query.find("page")) {
        const auto page = parse_number(*text);
        const auto pages_max = domain::PageRequest::counted_rows_max / request.size;
        if (!page || *page < 1) {
            problems.push_back({.path = "/page", .reason = "must be a whole number from 1"});
        } else if (!request.cursor && *page > pages_max) {
            problems.push_back({.path = "/page", .reason = "counts at most 10000 rows; follow links.next instead"});
        } else {
            request.page = *page;
        }
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

namespace list_links {

std::string next_link(const ListPlace& place, const std::optional<RowPlace>& last) {
    return link(place, place.request.page + 1, domain::Direction::Older, last);
}

void write_links(base::JsonWriter& writer, const ListPlace& place, const Ends& ends) {
    writer.key("links");
    writer.begin_object();
    if (ends.has_older) {
        writer.key("next");
        writer.string(next_link(place, ends.last));
    }
    writer.key("prev");
    if (ends.has_newer) {
        const auto page = std::max<std::int64_t>(1, place.request.page - 1);
        writer.string(link(place, page, domain::Direction::Newer, ends.first));
    } else {
        writer.null();
    }
    writer.end_object();
}

}  // namespace list_links
}  // namespace tradewind::api
