#include "net/connection_count.h"

#include <cassert>

namespace tradewind::net {

bool ConnectionCount::enter(const std::optional<AddressKey>& address) {
    const std::lock_guard lock(mutex_);
    if (all_ >= all_max_) return false;
    if (address) {
        const auto place = by_address_.find(*address);
        if (place == by_address_.end()) {
            if (per_address_max_ == 0) return false;
            by_address_.emplace(*address, 1);
        } else {
            if (place->second >= per_address_max_) return false;
            ++place->second;
        }
    }
    ++all_;
    return true;
}

void ConnectionCount::leave(const std::optional<AddressKey>& address) {
    const std::lock_guard lock(mutex_);
    if (address) {
        const auto place = by_address_.find(*address);
        assert(place != by_address_.end() && "who leaves has entered");
        if (--place->second == 0) by_address_.erase(place);
    }
    if (--all_ == 0) none_left_.notify_all();
}

bool ConnectionCount::wait_until_none(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    return none_left_.wait_until(lock, deadline, [this] { return all_ == 0; });
}

}  // namespace tradewind::net
