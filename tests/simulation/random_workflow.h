#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/id.h"

namespace tradewind::simulation {

// What random definitions name.
struct Surroundings {
    base::Id chosen;                 // A static segment.
    std::vector<base::Id> segments;  // That one and others.
    base::Id coupons;
    base::Id called;  // A type of events that are sent.
    // Whether contacts can take something from each other, so that it matters who comes first.
    bool is_contended = false;
};

// A definition that can be published, as JSON. It has nodes, ports, settings and limits by its seed alone; each edition
// of it waits a little longer.
std::string random_workflow(std::uint64_t seed, int edition, const Surroundings& surroundings);

}  // namespace tradewind::simulation
