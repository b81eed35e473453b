#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tradewind::net {

// Whether an answer with this status has a body and a Content-Length.
bool allows_body(int status);

enum class ConnectionLine { None, Close, KeepAlive };

struct ResponseHead {
    int status;
    std::string_view header_lines;  // `Name: value\r\n` ...
    std::string_view date;
    std::optional<std::uint64_t> content_length;
    ConnectionLine connection;
    bool is_over_tls = false;  // Browsers are told to come by TLS only, for a year.
};

// Appends status line, headers and the empty line.
void append_response_head(std::string& text, const ResponseHead& head);

}  // namespace tradewind::net
