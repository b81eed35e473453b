#include "domain/settings/authorised_domain.h"

#include <algorithm>
#include <charconv>

#include "base/host_name.h"
#include "base/text.h"

namespace tradewind::domain {
namespace {

constexpr std::size_t label_characters_max = 63;
constexpr std::size_t host_characters_max = 253;

bool is_label(std::string_view label) {
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !label.empty() && label.size() <= label_characters_max && label.front() != '-' && label.back() != '-' &&
           std::all_of(label.begin(), label.end(), fits);
}

bool is_host(std::string_view host) {
    if (host.size() > host_characters_max) { return false; }
    while (true) {
        const auto dot = host.find('.');
        if (!is_label(host.substr(0, dot))) { return false; }
        if (dot == std::string_view::npos) { return true; }
        host.remove_prefix(dot + 1);
    }
}

std::optional<std::uint16_t> parse_port(std::string_view digits) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size() || port == 0) { return std::nullopt; }
    return port;
}

}  // namespace

base::Result<AuthorisedDomain> AuthorisedDomain::parse(std::string_view pattern) {
    const auto refusal = [] {
        return base::invalid("", "is not a domain such as shop.example or https://*.shop.example");
    };
    const auto lower = base::ascii_lower(pattern);
    std::string_view rest = lower;

    AuthorisedDomain domain;
    for (const std::string_view scheme : {"http", "https"}) {
        if (rest.starts_with(scheme) && rest.substr(scheme.size()).starts_with("://")) {
            domain.scheme_ = scheme;
            rest.remove_prefix(scheme.size() + 3);
            break;
        }
    }
    if (rest.starts_with("*.")) {
        domain.with_subdomains_ = true;
        rest.remove_prefix(2);
    }
    if (const auto colon = rest.find(':'); colon != std::string_view::npos) {
        domain.port_ = parse_port(rest.substr(colon + 1));
        if (!domain.port_) { return refusal(); }
        rest = rest.substr(0, colon);
    }
    const auto host = base::ascii_host_name(rest);
    if (!host || !is_host(*host)) { return refusal(); }
    domain.host_ = *host;
    return domain;
}

std::string AuthorisedDomain::text() const {
    std::string text = scheme_.empty() ? "" : scheme_ + "://";
    if (with_subdomains_) { text += "*."; }
    text += host_;
    if (port_) { text += ":" + std::to_string(*port_); }
    return text;
}

bool AuthorisedDomain::holds(const WebAddress& address) const {
    if (!scheme_.empty() && scheme_ != address.scheme()) { return false; }
    if (port_ && *port_ != address.port()) { return false; }
    if (address.host() == host_) { return true; }
    return with_subdomains_ && address.host().size() > host_.size() && address.host().ends_with("." + host_);
}

base::Result<std::string> check_authorised_domain(std::string_view text) {
    const auto domain = TRY(AuthorisedDomain::parse(text));
    return domain.text();
}

bool is_authorised(const WebAddress& address, const std::vector<std::string>& patterns) {
    const auto holds_address = [&](const std::string& pattern) {
        const auto domain = AuthorisedDomain::parse(pattern);
        return domain && domain.value().holds(address);
    };
    return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), holds_address);
}

}  // namespace tradewind::domain
