#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace tradewind::net {

// What counts as one address: an IPv4 address, or the /64 of an IPv6 address, since a household or a server has that
// many to itself.
using AddressKey = std::array<std::uint8_t, 16>;

// How many connections a server has, in all and by address. Thread-safe.
class ConnectionCount {
  public:
    ConnectionCount(std::size_t all_max, std::size_t per_address_max)
        : all_max_(all_max), per_address_max_(per_address_max) {}

    // False: there are enough already, and nothing was counted. Without an address only the total counts.
    [[nodiscard]] bool enter(const std::optional<AddressKey>& address);
    void leave(const std::optional<AddressKey>& address);

    // False when the deadline passes before the last one left.
    bool wait_until_none(std::chrono::steady_clock::time_point deadline);

  private:
    const std::size_t all_max_;
    const std::size_t per_address_max_;

    std::mutex mutex_;
    std::condition_variable none_left_;
    std::size_t all_ = 0;                           // Guarded by mutex_.
    std::map<AddressKey, std::size_t> by_address_;  // Guarded by mutex_.
};

}  // namespace tradewind::net
