#include "net/response_head.h"

#include <array>
#include <charconv>

#include "net/status.h"

namespace tradewind::net {
namespace {

void append_number(std::string& text, std::uint64_t number) {
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

}  // namespace

bool allows_body(int status) {
    return status >= 200 && status != 204 && status != 304;
}

void append_response_head(std::string& text, const ResponseHead& head) {
    text += "HTTP/1.1 ";
    append_number(text, static_cast<std::uint64_t>(head.status));
    text += ' ';
    text += reason_phrase(head.status);
    text += "\r\nDate: ";
    text += head.date;
    text += "\r\n";
    text += head.header_lines;
    if (head.content_length) {
        text += "Content-Length: ";
        append_number(text, *head.content_length);
        text += "\r\n";
    }
    if (head.is_over_tls) text += "Strict-Transport-Security: max-age=31536000\r\n";
    switch (head.connection) {
        case ConnectionLine::None:
            break;
        case ConnectionLine::Close:
            text += "Connection: close\r\n";
            break;
        case ConnectionLine::KeepAlive:
            text += "Connection: keep-alive\r\n";
            break;
    }
    text += "\r\n";
}

}  // namespace tradewind::net
