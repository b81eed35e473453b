#include "base/clock.h"

#include <algorithm>

namespace tradewind::base {

Instant SystemClock::now() const {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count()};
}

std::chrono::steady_clock::time_point SystemClock::steady_now() const {
    return std::chrono::steady_clock::now();
}

void TurnableClock::turn_to(Instant wanted) {
    turned_by_ = std::max(turned_by_.load(), wanted.milliseconds - system_.now().milliseconds);
}

}  // namespace tradewind::base
