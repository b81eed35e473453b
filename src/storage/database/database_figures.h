#pragma once

#include "base/metrics.h"

namespace tradewind::storage {

// What an engine counts of its own work. An engine leaves at nothing what it has not.
struct DatabaseFigures {
    base::Histogram commit_time;
    base::Histogram pieces_per_commit{base::Histogram::counts};
    base::Histogram checkpoint_time;
    base::Gauge log_bytes;  // Of the write-ahead log of SQLite.
    base::Counter retries;  // Work that was undone and run again.
    base::Gauge busy_connections;
    base::Counter round_trips;  // Between this process and the server, for requests and other work.
};

}  // namespace tradewind::storage
