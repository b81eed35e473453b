#include "api/sign_in_limits.h"

#include <algorithm>

#include "base/ip_address.h"

namespace tradewind::api {
namespace {

using LimitTime = std::chrono::steady_clock::time_point;

// How long to wait until another guess fits below `most` pauses.
std::chrono::milliseconds wait_of(LimitTime free_at, LimitTime now, std::size_t most, std::chrono::milliseconds pause) {
    const auto latest = now + pause * static_cast<std::int64_t>(most - 1);
    if (free_at <= latest) { return std::chrono::milliseconds(0); }
    return std::chrono::ceil<std::chrono::milliseconds>(free_at - latest);
}

}  // namespace

bool SignInLimits::has_room(Times& times, const std::string& name, Time now) {
    if (times.size() < remembered_max || times.contains(name)) { return true; }
    std::erase_if(times, [now](const auto& entry) { return entry.second <= now; });
    return times.size() < remembered_max;
}

std::optional<std::chrono::seconds> SignInLimits::take(const Guess& guess) {
    const auto now = clock_.steady_now();
    const std::lock_guard lock(mutex_);
    if (!has_room(addresses_, guess.address, now) || !has_room(accounts_, guess.account, now)) {
        return std::chrono::ceil<std::chrono::seconds>(address_pause);
    }
    const auto known_address = addresses_.find(guess.address);
    const auto known_account = accounts_.find(guess.account);
    const auto address_free = known_address == addresses_.end() ? now : std::max(known_address->second, now);
    const auto account_free = known_account == accounts_.end() ? now : std::max(known_account->second, now);
    const auto wait = std::max(wait_of(address_free, now, 1, address_pause),
                               wait_of(account_free, now, account_guesses, account_pause));
    if (wait.count() > 0) { return std::chrono::ceil<std::chrono::seconds>(wait); }
    addresses_[guess.address] = address_free + address_pause;
    accounts_[guess.account] = account_free + account_pause;
    return std::nullopt;
}

void SignInLimits::give_back(const Guess& guess) {
    const std::lock_guard lock(mutex_);
    if (const auto known = addresses_.find(guess.address); known != addresses_.end()) {
        known->second -= address_pause;
    }
    if (const auto known = accounts_.find(guess.account); known != accounts_.end()) { known->second -= account_pause; }
}

std::string address_group(std::string_view address) {
    const auto parsed = base::IpAddress::parse(address);
    if (!parsed || parsed->is_version_4()) { return std::string(address); }
    return parsed->network_64();
}

}  // namespace tradewind::api
