#include "app/own_addresses.h"

#include <ifaddrs.h>
#include <netinet/in.h>

#include <memory>

#include "base/ip_address.h"

namespace tradewind::app {
namespace {

std::optional<base::IpAddress> interface_address(const sockaddr* address) {
    const auto bytes_of = [](const void* bytes, std::size_t size) {
        return base::IpAddress::from_bytes({static_cast<const std::uint8_t*>(bytes), size});
    };
    if (address == nullptr) { return std::nullopt; }
    if (address->sa_family == AF_INET) {
        const auto& four = reinterpret_cast<const sockaddr_in*>(address)->sin_addr;
        return bytes_of(&four, sizeof(four));
    }
    if (address->sa_family == AF_INET6) {
        const auto& six = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
        return bytes_of(&six, sizeof(six));
    }
    return std::nullopt;
}

}  // namespace

void add_own_addresses(delivery::OutboundGuard& guard, const net::TcpAddress& listening) {
    const auto address = base::IpAddress::parse(listening.host);
    if (!address) { return; }
    guard.add_own(*address, listening.port);
    if (!address->is_wildcard()) { return; }
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) { return; }
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(first, freeifaddrs);
    for (const auto* one = first; one != nullptr; one = one->ifa_next) {
        const auto own = interface_address(one->ifa_addr);
        if (own) { guard.add_own(*own, listening.port); }
    }
}

}  // namespace tradewind::app
