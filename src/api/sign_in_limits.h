#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"

namespace tradewind::api {

// How often somebody may guess. Asked before a password is hashed; what turns out to be right is given back.
// Thread-safe.
class SignInLimits {
  public:
    // From one address: one a second.
    static constexpr std::chrono::milliseconds address_pause{1'000};
    // At one account, wherever they come from: ten, and then one every fifteen seconds. That slows guessing down, and
    // locks nobody out for longer.
    static constexpr std::size_t account_guesses = 10;
    static constexpr std::chrono::milliseconds account_pause{15'000};
    // How many addresses and accounts are remembered; those who guess more at once wait.
    static constexpr std::size_t remembered_max = 10'000;

    explicit SignInLimits(const base::Clock& clock) : clock_(clock) {}

    struct Guess {
        std::string address;  // As address_group() has it.
        std::string account;  // The key of an e-mail address, or the token of a link.
    };
    // Nothing: go on. Otherwise after how long to come back; then nothing was counted.
    [[nodiscard]] std::optional<std::chrono::seconds> take(const Guess& guess);
    // It was right.
    void give_back(const Guess& guess);

  private:
    using Time = std::chrono::steady_clock::time_point;
    // When each would be as if nobody had guessed: every guess moves that on by a pause.
    using Times = std::unordered_map<std::string, Time>;

    static bool has_room(Times& times, const std::string& name, Time now);

    const base::Clock& clock_;
    std::mutex mutex_;
    Times addresses_;  // Guarded by mutex_, as is the next one.
    Times accounts_;
};

// What counts as one address: one of version 4, or the first half of one of version 6.
std::string address_group(std::string_view address);

}  // namespace tradewind::api
