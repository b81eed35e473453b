#pragma once

#include <string_view>

namespace tradewind::net {

// The reason phrase of RFC 9110 for a status, such as `Content Too Large` for 413; "Unknown" for one it does not name.
std::string_view reason_phrase(int status);

}  // namespace tradewind::net
