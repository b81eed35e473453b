#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/wakeup.h"

namespace tradewind::jobs {

// Something small that is done again and again, such as deleting what is too old. It may wait for the database.
struct Chore {
    std::string name;
    std::chrono::milliseconds interval;
    std::function<void()> run;
    bool begins_at_once = false;  // Otherwise after the first interval.
    bool runs_at_end = false;     // Once more, whenever it was last begun.
};

// One thread that does the chores, each when its interval has passed since it was last begun. A chore that throws is in
// the log and comes again at its next time. It ends with this object, after the chore that is running and those that
// run at the end.
class ChoreThread {
  public:
    ChoreThread(std::vector<Chore> chores, const base::Clock& clock, base::Log& log);
    ~ChoreThread();
    // From any thread: every chore is due now, instead of after its interval.
    void hurry();
    ChoreThread(const ChoreThread&) = delete;
    ChoreThread& operator=(const ChoreThread&) = delete;

  private:
    using Time = std::chrono::steady_clock::time_point;
    struct Planned {
        Chore chore;
        Time next;
    };

    void work();
    void run(const Chore& chore);

    const base::Clock& clock_;
    base::Log& log_;
    std::vector<Planned> planned_;  // Of the thread.
    std::atomic<bool> stopped_{false};
    std::atomic<bool> hurries_{false};
    base::Wakeup wakeup_;  // Raised when it is to stop or to hurry.
    std::thread thread_;
};

}  // namespace tradewind::jobs
