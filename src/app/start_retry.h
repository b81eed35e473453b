#pragma once

#include <chrono>
#include <csignal>
#include <type_traits>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "base/wakeup.h"
#include "storage/database/database.h"

namespace tradewind::app {

// Whether somebody wants the process to end; `serve` hears of that only once it serves.
inline bool is_stop_pending() {
    sigset_t pending;
    return sigpending(&pending) == 0 && (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1);
}

// What a start has to look after is looked after also on a full disk: mostly there is nothing to be written.
inline const storage::WriteTerms start_terms{storage::Priority::Request, storage::Space::GivesBack};

// Asks the database again when it had no time: a server may be slow for a while, and nobody is served yet. A signal
// ends it.
class StartRetry {
  public:
    // Of all questions together.
    static constexpr std::chrono::seconds wait_max{60};

    StartRetry(const base::Clock& clock, base::Log& log)
        : clock_(clock), log_(log), end_(clock.steady_now() + wait_max) {}

    // What `ask` returns, when it is something else than Unavailable or there is no time left.
    template <class Ask>
    std::invoke_result_t<Ask&> answer_of(Ask ask) {
        while (true) {
            auto answer = ask();
            const bool is_refused = !answer.ok() && answer.error().kind == base::ErrorKind::Unavailable;
            if (!is_refused || clock_.steady_now() >= end_ || is_stop_pending()) { return answer; }
            if (!std::exchange(was_logged_, true)) {
                log_.warning("the database has no time; waiting for it", {{"cause", answer.error().cause}});
            }
            base::Wakeup never_raised;
            never_raised.wait_for(interval);
        }
    }

  private:
    static constexpr std::chrono::milliseconds interval{200};

    const base::Clock& clock_;
    base::Log& log_;
    const std::chrono::steady_clock::time_point end_;
    bool was_logged_ = false;
};

}  // namespace tradewind::app
