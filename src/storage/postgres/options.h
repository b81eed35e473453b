#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/secret.h"

namespace tradewind::storage {

// How one process uses a PostgreSQL database. Everything but the address has a sensible value.
struct PostgresOptions {
    // `postgres://user:password@host:port/name?...`, as libpq reads it: several hosts and sslmode included.
    base::Secret address{std::string()};
    // Connections, each with a thread of its own. Two more are used by the process itself: one that watches, and at
    // start one that brings the schema up to date.
    std::size_t writers = 16;
    std::size_t readers = 4;
    // How often the counter of the definitions is looked at; what other processes change is known here after that.
    std::chrono::milliseconds watch_interval{500};
    // How long a start waits for a server to connect to; one that starts at the same time is there by then.
    std::chrono::milliseconds start_wait_max{10'000};
    // How long a start takes at most when the server was there and stalls, or goes and comes back.
    std::chrono::milliseconds start_stall_max{60'000};
    // Asked while a start waits: whether the process is to end instead.
    std::function<bool()> is_stopped = [] { return false; };
    // A COMMIT that is not answered for this long has an unknown outcome.
    std::chrono::milliseconds commit_silence_max{10'000};
    // Node numbers that processes lease from 0 on.
    int nodes = base::IdSource::nodes_max;
    // Called once when this process may make no ids any more, because another one holds its node number. The process
    // is to end.
    std::function<void(std::string_view cause)> on_fatal;
};

}  // namespace tradewind::storage
