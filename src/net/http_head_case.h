#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "net/http_head.h"

namespace tradewind::net {

// A literal with its NULs.
struct Literal {
    template <std::size_t Size>
    constexpr Literal(const char (&characters)[Size]) : view(characters, Size - 1) {}  // NOLINT: literals convert.
    std::string_view view;
};

// One head, byte for byte, and what becomes of it: the status of the refusal, or what describe() says of it.
// nginx is asked about every row and must accept or refuse it as we do, except where `unlike_nginx` says why not.
struct HeadCase {
    std::string_view name;
    Literal bytes;
    Literal expected;
    std::string_view unlike_nginx = {};
};

// The reasons that several rows share.
namespace because {
inline constexpr std::string_view any_method = "A method is any token; the router answers the ones it does not know.";
inline constexpr std::string_view control_character = "No value holds control characters.";
inline constexpr std::string_view dropped =
    "Such a line is dropped, not refused: a client in use repeats its body as one.";
inline constexpr std::string_view expectation = "An expectation that nobody will meet is refused.";
inline constexpr std::string_view fragment = "A fragment is never sent; a client that does asks for something else.";
inline constexpr std::string_view host_form = "A Host is a host and perhaps a port, nothing else.";
inline constexpr std::string_view line_ends =
    "A line ends with CR LF only: another reader along the way may see other lines.";
inline constexpr std::string_view old_version = "HTTP/0.9 is not spoken here.";
inline constexpr std::string_view one_space = "Exactly one space: what two readers split differently is refused.";
inline constexpr std::string_view others_see_framing = "Some readers trim these bytes and take the line for framing.";
inline constexpr std::string_view root = "We answer as for the root; nginx hands on a target without a slash.";
inline constexpr std::string_view tabs = "A tab around a value is white space too.";
}  // namespace because

// `METHOD path [?query] [length=N|chunked] keep|close [continue] [Name: value]...`
inline std::string describe(const RequestHead& head) {
    static constexpr std::string_view methods[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"};
    std::string text(methods[static_cast<std::size_t>(head.method)]);
    text.append(" ").append(head.path);
    if (!head.query.empty()) text.append(" ?").append(head.query);
    if (head.content_length) text.append(" length=").append(std::to_string(*head.content_length));
    if (head.chunked) text.append(" chunked");
    text.append(head.keep_alive ? " keep" : " close");
    if (head.expects_continue) text.append(" continue");
    for (const auto& header : head.headers) {
        text.append(" [").append(header.name).append(": ").append(header.value).append("]");
    }
    return text;
}

inline std::string describe(const std::variant<RequestHead, HeadRefusal>& outcome) {
    if (const auto* refusal = std::get_if<HeadRefusal>(&outcome)) return std::to_string(refusal->status);
    return describe(std::get<RequestHead>(outcome));
}

}  // namespace tradewind::net
