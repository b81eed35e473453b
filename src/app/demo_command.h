#pragma once

#include <cstdint>

#include "app/config.h"
#include "base/log.h"
#include "base/result.h"

namespace tradewind::app {

// What `tradewind demo` was asked for.
struct DemoCommand {
    static constexpr std::int64_t contacts_max = 100'000'000;

    std::int64_t contacts = 1'000;
    std::uint64_t seed = 1;
};

// Fills a new store with two years of a shop that nobody has: contacts, products, purchases, events, coupons, a
// segment. Refused when the store holds contacts already, or a server has it.
base::Result<void> fill_with_demo(const Config& config, const DemoCommand& wanted, base::Log& log);

}  // namespace tradewind::app
