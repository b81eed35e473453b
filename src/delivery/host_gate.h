#pragma once

#include <chrono>
#include <cstddef>

namespace tradewind::delivery {

// How many calls may go to one machine (scheme, host and port) now. At most ten are on their way at once. After ten
// failures in a row nothing is sent, and one call at a time tries whether it is back: after 5 s, then 10 s, up to 5
// min. What waits here was not tried. For one thread.
class HostGate {
  public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr std::size_t calls_at_once_max = 10;
    static constexpr std::size_t failures_max = 10;
    static constexpr std::chrono::milliseconds probe_delay_first{5'000};
    static constexpr std::chrono::milliseconds probe_delay_max{300'000};

    // How many more calls may start.
    [[nodiscard]] std::size_t free_places(Time now) const;
    // A call is on its way; what this answers is handed back with what came of it.
    enum class Call { Usual, Probe };
    [[nodiscard]] Call note_start();
    enum class Outcome { Works, Fails, SaysNothing };
    void note_end(Call call, Outcome outcome, Time now);

    [[nodiscard]] bool is_open() const { return failures_ >= failures_max; }
    // Nothing is on its way and nothing is remembered.
    [[nodiscard]] bool is_idle() const { return on_their_way_ == 0 && failures_ == 0; }

  private:
    std::size_t on_their_way_ = 0;
    std::size_t failures_ = 0;  // In a row.
    // While it is open:
    bool is_probing_ = false;
    std::chrono::milliseconds probe_delay_{0};
    Time next_probe_at_{};
};

}  // namespace tradewind::delivery
