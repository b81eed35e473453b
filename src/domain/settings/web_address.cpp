#include "domain/settings/web_address.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/host_name.h"
#include "base/text.h"

namespace tradewind::domain {
namespace {

// White space beyond ASCII.
constexpr std::array<std::string_view, 19> wide_spaces{
    "\u0085", "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
    "\u2007", "\u2008", "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000",
};

bool has_space(std::string_view text) {
    const auto is_narrow_space = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7F'; };
    const auto is_in_text = [&](std::string_view space) { return text.find(space) != std::string_view::npos; };
    return std::any_of(text.begin(), text.end(), is_narrow_space) ||
           std::any_of(wide_spaces.begin(), wide_spaces.end(), is_in_text);
}

bool is_host_name(std::string_view name) {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.' || static_cast<unsigned char>(c) >= 0x80;
    };
    return !name.empty() && name.front() != '.' && name.find("..") == std::string_view::npos &&
           std::all_of(name.begin(), name.end(), fits);
}

bool is_bracketed_address(std::string_view host) {
    return host.size() > 2 && host.starts_with('[') && host.ends_with(']') &&
           host.substr(1, host.size() - 2).find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
}

std::optional<std::uint16_t> parse_port(std::string_view digits, std::uint16_t otherwise) {
    if (digits.empty()) { return otherwise; }
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size()) { return std::nullopt; }
    return port;
}

// Where the host ends and its port, if there is one, begins.
std::size_t host_end(std::string_view authority) {
    if (authority.starts_with('[')) { return std::min(authority.find(']'), authority.size() - 1) + 1; }
    return std::min(authority.find(':'), authority.size());
}

}  // namespace

base::Result<WebAddress> WebAddress::parse(std::string_view text) {
    const auto refusal = [] { return base::invalid("", "must be an absolute address that starts with http or https"); };
    if (has_space(text)) { return refusal(); }
    const auto scheme = base::ascii_lower(text.substr(0, text.find("://")));
    WebAddress address;
    if (scheme != "http" && scheme != "https") { return refusal(); }
    address.is_secure_ = scheme == "https";
    if (scheme.size() == text.size()) { return refusal(); }

    auto authority = text.substr(scheme.size() + 3);
    authority = authority.substr(0, authority.find_first_of("/?#"));
    // Browsers take a backslash for a slash, and would find another host before it.
    if (authority.find('\\') != std::string_view::npos) { return refusal(); }
    // What stands before an @ names a person, not the host.
    if (const auto at_sign = authority.find('@'); at_sign != std::string_view::npos) {
        authority.remove_prefix(at_sign + 1);
    }
    const auto host = authority.substr(0, host_end(authority));
    const auto after_host = authority.substr(host.size());
    if (!is_host_name(host) && !is_bracketed_address(host)) { return refusal(); }
    if (!after_host.empty() && !after_host.starts_with(':')) { return refusal(); }
    const auto port = parse_port(after_host.substr(after_host.empty() ? 0 : 1), address.is_secure_ ? 443 : 80);
    if (!port) { return refusal(); }
    address.port_ = *port;
    address.host_ = base::ascii_host_name(host).value_or(base::ascii_lower(host));
    if (address.host_.ends_with('.')) { address.host_.pop_back(); }
    return address;
}

base::Result<std::string> check_web_address(std::string_view text) {
    TRY(WebAddress::parse(text));
    return std::string(text);
}

}  // namespace tradewind::domain
