#pragma once

#include <cstdint>

namespace tradewind::domain {

// What was seen of a sample of all contacts.
struct SampleLook {
    std::int64_t looked_at = 0;
    std::int64_t held_for = 0;  // For so many of them a filter holds.
    std::int64_t all = 0;       // So many contacts there are, as far as is known.
    double deviation = 0;       // Of `all` from how many there are, as a standard deviation.
    bool is_everybody = false;  // They are all contacts.
};

// For how many contacts the filter holds, most likely, and between which two numbers that lies in 19 of 20 cases.
struct Estimate {
    std::int64_t estimate = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;

    friend bool operator==(const Estimate&, const Estimate&) = default;
};

// The interval of the share is Wilson's, which is sound for small samples and shares near 0 and 1; how far off the
// number of all may be widens it, as two errors that know nothing of each other. It lies between those for whom the
// filter was seen to hold and all, with as many more as there may be, but those for whom it was seen not to.
Estimate estimate_of(const SampleLook& look);

}  // namespace tradewind::domain
