#pragma once

#include "delivery/outbound_guard.h"
#include "net/http_server.h"

namespace tradewind::app {

// Tells the guard that this service listens there; of `0.0.0.0` and `::` every address that the machine has now.
void add_own_addresses(delivery::OutboundGuard& guard, const net::TcpAddress& listening);

}  // namespace tradewind::app
