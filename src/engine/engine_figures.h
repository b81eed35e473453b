#pragma once

#include "base/metrics.h"

namespace tradewind::engine {

// What the engine counts of its work.
struct EngineFigures {
    base::Counter changes;       // That were looked at.
    base::Counter times;         // Times that came.
    base::Counter evaluations;   // Of a filter for a contact.
    base::Counter moves;         // Who entered or left a segment.
    base::Counter repeats;       // Contacts that were decided on again, because something happened meanwhile.
    base::Counter dead_letters;  // Changes that were given up.
    base::Gauge waiting;         // Changes that wait, of EngineFigures::waiting_max at most.
    base::Gauge lag;             // How old the oldest of those just looked at was, in milliseconds; 0 when none waits.
    base::Gauge buckets;         // That this process works on.
    base::Gauge builds;          // Segments whose members are being found.

    static constexpr std::int64_t waiting_max = 10'000;
};

}  // namespace tradewind::engine
