#pragma once

#include <chrono>
#include <type_traits>

#include "base/error.h"
#include "base/wakeup.h"

namespace tradewind::jobs {

// Asks the database again when it had no time: for long work that would begin anew otherwise.
class Retry {
  public:
    static constexpr int tries_max = 6;
    // All waits together are shorter than a lease.
    static constexpr std::chrono::milliseconds usual_wait{200};

    // The wait after the first refusal; each further one is twice as long. `stop` ends it.
    Retry(base::Wakeup& stop, std::chrono::milliseconds first_wait) : stop_(stop), first_wait_(first_wait) {}

    // What `ask` returns, when it is something else than Unavailable or it is the last time.
    template <class Ask>
    std::invoke_result_t<Ask&> answer_of(Ask ask) {
        auto wait = first_wait_;
        for (int tries = 1;; ++tries) {
            auto answer = ask();
            const bool is_refused = !answer.ok() && answer.error().kind == base::ErrorKind::Unavailable;
            if (!is_refused || tries == tries_max || stop_.wait_for(wait)) { return answer; }
            wait *= 2;
        }
    }

  private:
    base::Wakeup& stop_;
    const std::chrono::milliseconds first_wait_;
};

}  // namespace tradewind::jobs
