#include "base/wakeup.h"

#include <utility>

namespace tradewind::base {

void Wakeup::raise() {
    {
        const std::lock_guard lock(mutex_);
        raised_ = true;
    }
    changed_.notify_one();
}

bool Wakeup::wait_for(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [this] { return raised_; });
    return std::exchange(raised_, false);
}

}  // namespace tradewind::base
