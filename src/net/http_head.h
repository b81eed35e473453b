#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

#include "net/http.h"

namespace tradewind::net {

constexpr std::size_t leading_empty_lines_max = 4;  // Some clients send a CR LF too many after a body.
constexpr std::size_t header_lines_max = 2000;      // Dropped lines count too.

// Where the head ends: the bytes up to and including its empty line, or nothing yet. `searched` is how many bytes at
// the front are known to hold no end (0 at first); it is moved on so that a slow sender costs no more than a fast one.
// Lines ended by a bare LF count here, so that read_head sees and refuses them instead of nobody answering.
std::optional<std::size_t> find_head_end(std::string_view bytes, std::size_t& searched);

struct HeadRefusal {
    int status;
    std::string_view detail;  // A literal.
};

// Reads one complete head, as find_head_end delimits it: a pure function over its bytes, linear in them. The connection
// is closed after a refusal.
//
// A line without a colon or whose name is not a token is dropped as if it had not been sent. Refused with 400: a
// malformed request line; Content-Length together with Transfer-Encoding, twice, as a list, or not a number of 63 bits;
// any Transfer-Encoding but the one word chunked, or any in HTTP/1.0; no Host, two, or a malformed one; a folded line;
// CR, LF or NUL inside a line, also a dropped one; other control characters in a value; a dropped line whose name is
// Content-Length, Transfer-Encoding or Host once everything invisible around it is taken off.
// Besides: 417 for an Expect other than 100-continue, 431 for too many lines.
//
// What it does not look at: the meaning of the path, percent-encoding, and every header not named here.
std::variant<RequestHead, HeadRefusal> read_head(std::string_view bytes);

}  // namespace tradewind::net
