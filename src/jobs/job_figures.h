#pragma once

#include "base/metrics.h"

namespace tradewind::jobs {

// What the jobs count of their work, and how much is held that goes by itself after its time.
struct JobFigures {
    base::Counter imported_rows;
    base::Counter exported_rows;
    base::Counter scored_rows;    // Of contacts that got other scores.
    base::Gauge scores_made_for;  // Milliseconds since 1970; 0 for never.
    base::Gauge oldest_erasure;   // How long ago it was, in milliseconds, of those with traces on the disk; 0 for none.
    base::Gauge idempotent_answers;
    base::Gauge files;
    base::Gauge file_bytes;
    base::Gauge file_bytes_max;  // What they may take; 0 for no limit.
};

}  // namespace tradewind::jobs
