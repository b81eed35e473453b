#include "storage/database/wake_calls.h"

#include <utility>

namespace tradewind::storage {

void WakeCalls::set(Sleeper sleeper, std::function<void()> call) {
    auto next = call ? std::make_unique<Call>(Call{.function = std::move(call)}) : nullptr;
    std::unique_lock lock(mutex_);
    const auto before = std::exchange(calls_.at(static_cast<std::size_t>(sleeper)), std::move(next));
    returned_.wait(lock, [&before] { return !before || before->running == 0; });
}

void WakeCalls::make(const SleeperSet& woken) {
    if (woken.none()) { return; }
    for (std::size_t number = 0; number < sleepers_count; ++number) {
        if (!woken.test(number)) { continue; }
        std::unique_lock lock(mutex_);
        auto* const call = calls_.at(number).get();
        if (call == nullptr) { continue; }
        ++call->running;
        lock.unlock();
        call->function();
        lock.lock();
        --call->running;
        returned_.notify_all();
    }
}

}  // namespace tradewind::storage
