#pragma once

#include <string_view>

namespace tradewind::app {

// Tells whoever started the process how far it is, such as "READY=1", if that one asked to be told: by the datagram
// socket that NOTIFY_SOCKET names, as systemd does. One that cannot be told is left to its own time limits.
void tell_supervisor(std::string_view state);

}  // namespace tradewind::app
