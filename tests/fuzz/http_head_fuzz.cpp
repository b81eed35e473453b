// Whatever the bytes: no crash, no view outside them, one end however they are split, and a head that was accepted is
// read the same when it is written down again without what was dropped.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "net/http_head_case.h"

namespace {

using tradewind::net::RequestHead;

void demand(bool condition) {
    if (!condition) std::abort();
}

void demand_inside(std::string_view part, std::string_view whole) {
    if (part.empty()) return;
    demand(part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void check_views(const RequestHead& head, std::string_view bytes) {
    demand_inside(head.target, bytes);
    demand_inside(head.path, bytes);
    demand_inside(head.query, bytes);
    for (const auto& header : head.headers) {
        demand(!header.name.empty());
        demand_inside(header.name, bytes);
        demand_inside(header.value, bytes);
        demand(header.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos);
    }
}

void check_promises(const RequestHead& head) {
    demand(!head.path.empty() && (head.path.front() == '/' || head.path == "*"));
    demand(!(head.chunked && head.content_length));
    demand(head.content_length.value_or(0) <= (std::uint64_t{1} << 63) - 1);
    demand(head.header("Host").has_value());
    demand(head.headers.size() <= tradewind::net::header_lines_max);
}

std::string normalised(const RequestHead& head, std::string_view bytes) {
    while (bytes.starts_with("\r\n")) bytes.remove_prefix(2);
    std::string text(bytes.substr(0, bytes.find("\r\n") + 2));
    for (const auto& header : head.headers) text.append(header.name).append(": ").append(header.value).append("\r\n");
    return text + "\r\n";
}

void check_head_end(std::string_view bytes) {
    std::size_t searched_at_once = 0;
    const auto at_once = tradewind::net::find_head_end(bytes, searched_at_once);
    std::size_t searched = 0;
    // As if a byte at a time had come; long inputs in steps, so that one stays fast.
    const std::size_t step = 1 + bytes.size() / 512;
    for (std::size_t count = 0; count < bytes.size(); count += step) {
        const std::size_t before = searched;
        const auto end = tradewind::net::find_head_end(bytes.substr(0, count), searched);
        if (end) {
            demand(end == at_once);
            return;
        }
        demand(before <= searched && searched <= count);
    }
    demand(tradewind::net::find_head_end(bytes, searched) == at_once);
}

void check_reading(std::string_view bytes) {
    const auto outcome = tradewind::net::read_head(bytes);
    const auto* head = std::get_if<RequestHead>(&outcome);
    if (head == nullptr) return;
    std::size_t searched = 0;
    demand(tradewind::net::find_head_end(bytes, searched) == bytes.size());
    check_views(*head, bytes);
    check_promises(*head);
    const auto again = normalised(*head, bytes);
    demand(tradewind::net::describe(outcome) == tradewind::net::describe(tradewind::net::read_head(again)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t count) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), count);
    check_head_end(bytes);
    std::size_t searched = 0;
    if (const auto end = tradewind::net::find_head_end(bytes, searched)) check_reading(bytes.substr(0, *end));
    check_reading(bytes);
    return 0;
}
