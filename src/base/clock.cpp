#include "base/clock.h"

namespace tradewind::base {

Instant SystemClock::now() const {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count()};
}

std::chrono::steady_clock::time_point SystemClock::steady_now() const {
    return std::chrono::steady_clock::now();
}

}  // namespace tradewind::base
