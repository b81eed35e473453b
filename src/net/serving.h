#pragma once

#include <atomic>

#include "base/log.h"
#include "net/connection_count.h"
#include "net/http.h"
#include "net/http_server.h"
#include "net/waiting_output.h"

namespace tradewind::net {

class TlsIdentity;

// What all connections of a server have in common. Thread-safe: what can change is atomic or guards itself.
struct Serving {
    const HttpLimits limits;
    const HttpService service;
    const TlsIdentity* const tls;  // Null: plain HTTP.
    base::Log& log;
    WaitingOutput& waiting_output;
    ConnectionCount count;
    ConnectionCount dropping_more;  // Those that send more than dropped_body_bytes_max after they were refused.
    std::atomic<bool> draining = false;
};

}  // namespace tradewind::net
