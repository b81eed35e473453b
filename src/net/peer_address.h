#pragma once

#include <sys/socket.h>

#include <optional>
#include <string>

#include "net/connection_count.h"

namespace tradewind::net {

struct PeerAddress {
    std::string text;               // `192.0.2.1`, `2001:db8::1`, or `unix`.
    std::optional<AddressKey> key;  // What it counts as; nothing for a Unix socket.
};

// Who is at the other end. An IPv4 address in an IPv6 one counts and reads as the IPv4 address.
PeerAddress peer_address(const sockaddr_storage& address);

}  // namespace tradewind::net
