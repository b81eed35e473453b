#include "delivery/outbound_guard.h"

#include <algorithm>

namespace tradewind::delivery {

void OutboundGuard::add_own(const base::IpAddress& address, std::uint16_t port) {
    const std::lock_guard lock(mutex_);
    own_.push_back({.address = address, .port = port});
}

std::optional<std::string> OutboundGuard::refusal(const base::IpAddress& address, std::uint16_t port) const {
    if (reach_ == Reach::Public && !address.is_public()) { return address.text() + " is a private address"; }
    if (reach_ == Reach::Loopback && !address.is_loopback()) {
        return address.text() + " is another machine, and this store was made with --test-clock";
    }
    const std::lock_guard lock(mutex_);
    const bool is_own = std::ranges::any_of(
        own_, [&](const Own& own) { return own.port == port && (own.address == address || address.is_wildcard()); });
    if (is_own) { return address.text() + " is where this service listens"; }
    return std::nullopt;
}

std::optional<std::string> OutboundGuard::refusal(const std::vector<base::IpAddress>& addresses,
                                                  std::uint16_t port) const {
    for (const auto& address : addresses) {
        if (auto reason = refusal(address, port)) { return reason; }
    }
    return std::nullopt;
}

OutboundGuard::Target OutboundGuard::look_at(const domain::WebAddress& address) const {
    const std::string_view host = address.host();
    const bool is_bracketed = host.starts_with('[');
    const auto literal = base::IpAddress::parse(is_bracketed ? host.substr(1, host.size() - 2) : host);
    if (literal) { return {.address = literal, .refusal = refusal(*literal, address.port())}; }
    if (is_bracketed || base::ends_in_a_number(host)) {
        return {.address = {}, .refusal = "the host is neither a name nor a plain address"};
    }
    return {};
}

}  // namespace tradewind::delivery
