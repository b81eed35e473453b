#include "api/console_session.h"

#include "base/ip_address.h"
#include "base/text.h"

namespace tradewind::api {
namespace {

constexpr std::string_view secure_cookie = "__Host-tradewind";
constexpr std::string_view plain_cookie = "tradewind";

base::Error foreign_page(std::string detail) {
    return {.kind = base::ErrorKind::Forbidden, .detail = std::move(detail)};
}

// The one value of a header; nothing when there is none or more than one.
std::optional<std::string_view> only_header(const net::RequestHead& head, std::string_view name) {
    std::optional<std::string_view> found;
    for (const auto& header : head.headers) {
        if (!base::equals_ignoring_case(header.name, name)) { continue; }
        if (found) { return std::nullopt; }
        found = header.value;
    }
    return found;
}

// Browsers leave out the port that a scheme has anyway.
std::string origin_of(const PublicAddress& address) {
    auto origin = address.origin();
    for (const std::string_view usual : {"https:443", "http:80"}) {
        const auto scheme = usual.substr(0, usual.find(':') + 1);
        const auto port = usual.substr(usual.find(':'));
        if (origin.starts_with(scheme) && origin.ends_with(port)) { origin.resize(origin.size() - port.size()); }
    }
    return origin;
}

// Whether this is a name that a machine has for itself.
bool is_loopback_host(std::string_view origin) {
    auto host = origin.substr(origin.find("://") + 3);
    if (host.starts_with('[')) {
        host = host.substr(1, host.find(']') - 1);
    } else {
        host = host.substr(0, host.find(':'));
    }
    if (host == "localhost" || host.ends_with(".localhost")) { return true; }
    const auto address = base::IpAddress::parse(host);
    return address && address->is_loopback();
}

}  // namespace

std::string_view session_cookie_name(const PublicAddress& address) {
    return address.is_https() ? secure_cookie : plain_cookie;
}

std::optional<std::string_view> session_token(const net::RequestHead& head, const PublicAddress& address) {
    const auto name = session_cookie_name(address);
    std::optional<std::string_view> found;
    for (const auto& header : head.headers) {
        if (!base::equals_ignoring_case(header.name, "cookie")) { continue; }
        auto rest = header.value;
        while (!rest.empty()) {
            const auto end = rest.find(';');
            const auto pair = base::trim(rest.substr(0, end));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
            const auto equals = pair.find('=');
            if (equals == std::string_view::npos || pair.substr(0, equals) != name) { continue; }
            if (found) { return std::string_view(); }
            found = pair.substr(equals + 1);
        }
    }
    return found;
}

std::string session_cookie_line(const PublicAddress& address, std::string_view token, std::int64_t seconds) {
    std::string line("Set-Cookie: ");
    line.append(session_cookie_name(address)).append("=").append(token);
    line.append("; Path=/; Max-Age=").append(std::to_string(seconds)).append("; HttpOnly; SameSite=Lax");
    if (address.is_https()) { line.append("; Secure"); }
    return line + "\r\n";
}

base::Result<void> check_same_site(const net::RequestHead& head, const PublicAddress& address) {
    if (only_header(head, "x-tradewind-console") != "1") {
        return foreign_page("Send the header 'X-Tradewind-Console: 1' with what a session is to change.");
    }
    // Browsers send it of themselves and let no page forge it. Where it is missing, the Origin tells.
    const auto site = only_header(head, "sec-fetch-site");
    const bool is_ours = site ? *site == "same-origin" : only_header(head, "origin") == origin_of(address);
    if (!is_ours) {
        return foreign_page("This does not come from a page of " + address.origin() +
                            ". If that is not where you opened the console, set public_address to where you did.");
    }
    return {};
}

base::Result<void> check_private_way(const PublicAddress& address) {
    const auto origin = address.origin();
    if (address.is_https() || is_loopback_host(origin)) { return {}; }
    return foreign_page("Nobody can sign in at " + origin +
                        ", because the password would cross the network unprotected. Serve HTTPS (tls.certificate and "
                        "tls.key, or a proxy) and set public_address to the https:// address; or open the console on "
                        "the machine itself.");
}

}  // namespace tradewind::api
