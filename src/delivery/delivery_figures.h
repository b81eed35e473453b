#pragma once

#include "base/metrics.h"

namespace tradewind::delivery {

// What is counted of the calls that leave the machine.
struct DeliveryFigures {
    base::Counter done;
    base::Counter repeated;  // Calls that failed and are to be made again.
    base::Counter dead;
    base::Counter skipped;
    base::Gauge on_their_way;
    base::Gauge open_breakers;  // Machines that nothing is sent to, because they fail.
    base::Gauge overdue;        // How long the first of those that could be sent has waited, in milliseconds.
    base::Histogram call_time;  // From claiming a call to its answer.
};

}  // namespace tradewind::delivery
