#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/public_address.h"
#include "base/result.h"
#include "net/http.h"

namespace tradewind::api {

// What ties a browser to a session, and keeps pages of other sites from using it. All of it follows the scheme of the
// public address and never the connection, which may be that of a proxy.

// `__Host-tradewind` with HTTPS; browsers let nobody else set that one.
std::string_view session_cookie_name(const PublicAddress& address);

// The token in the cookie. More than one is none.
std::optional<std::string_view> session_token(const net::RequestHead& head, const PublicAddress& address);

// A line that sets the cookie for `seconds`, or takes it away with an empty token.
std::string session_cookie_line(const PublicAddress& address, std::string_view token, std::int64_t seconds);

// Forbidden for what a page of another site may have sent: no `X-Tradewind-Console: 1`, or neither
// `Sec-Fetch-Site: same-origin` nor an Origin of ours.
base::Result<void> check_same_site(const net::RequestHead& head, const PublicAddress& address);

// Forbidden where a password would cross a network in the clear.
base::Result<void> check_private_way(const PublicAddress& address);

}  // namespace tradewind::api
