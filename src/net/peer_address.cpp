#include "net/peer_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>

namespace tradewind::net {
namespace {

constexpr std::size_t network_bytes_of_ipv6 = 8;

std::string printed(int family, const void* address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    return ::inet_ntop(family, address, text.data(), text.size());
}

PeerAddress ipv4(const std::uint8_t* four_bytes) {
    AddressKey key{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    std::copy_n(four_bytes, 4, key.begin() + 12);
    return {printed(AF_INET, four_bytes), key};
}

}  // namespace

PeerAddress peer_address(const sockaddr_storage& address) {
    if (address.ss_family == AF_INET) {
        std::array<std::uint8_t, 4> bytes;
        std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in&>(address).sin_addr, bytes.size());
        return ipv4(bytes.data());
    }
    if (address.ss_family == AF_INET6) {
        const auto& long_address = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
        if (IN6_IS_ADDR_V4MAPPED(&long_address)) return ipv4(long_address.s6_addr + 12);
        AddressKey key{};
        std::copy_n(long_address.s6_addr, network_bytes_of_ipv6, key.begin());
        return {printed(AF_INET6, &long_address), key};
    }
    return {"unix", std::nullopt};
}

}  // namespace tradewind::net
