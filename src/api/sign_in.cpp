#include "api/sign_in.h"

#include <algorithm>

#include "base/text.h"

namespace tradewind::api {

std::string SignInDesk::address_of(const net::HttpRequest& request) const {
    const auto peer = base::IpAddress::parse(request.remote_address);
    const bool is_trusted = peer && std::ranges::find(trusted_proxies, *peer) != trusted_proxies.end();
    if (!is_trusted) { return std::string(request.remote_address); }
    std::string_view last;
    for (const auto& header : request.head.headers) {
        if (base::equals_ignoring_case(header.name, "x-forwarded-for")) { last = header.value; }
    }
    const auto comma = last.rfind(',');
    const auto told =
        base::IpAddress::parse(base::trim(comma == std::string_view::npos ? last : last.substr(comma + 1)));
    return told ? told->text() : std::string(request.remote_address);
}

}  // namespace tradewind::api
