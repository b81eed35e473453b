#pragma once

#include <functional>
#include <memory>

#include "app/installation.h"
#include "base/clock.h"
#include "base/log.h"
#include "domain/deliveries/web_call.h"
#include "jobs/chore_thread.h"
#include "jobs/leased_work.h"

namespace tradewind::app {

// Runs one leased job on a thread of its own, for it may take hours: again and again, with a pause in between, for as
// long as this object is there. Its end waits for the slice that the job is at; the job lets go of its lease.
class BackgroundWork {
  public:
    struct Pace {
        const char* name;  // In the log, when the job throws.
        std::chrono::milliseconds interval;
        bool begins_at_once = false;  // Otherwise after the first interval.
        storage::Sleeper sleeper;     // Whoever wakes this one ends the pause.
    };

    BackgroundWork(std::unique_ptr<jobs::LeasedJob> job, const Pace& pace, Installation& installation, base::Log& log);
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

  private:
    storage::Database& database_;
    const storage::Sleeper sleeper_;
    std::unique_ptr<jobs::LeasedJob> job_;
    jobs::ChoreThread thread_;
};

// Runs it only while nothing in the database is damaged: what it writes would be refused.
[[nodiscard]] std::function<void()> while_undamaged(const storage::Database& database, std::function<void()> run);

// Takes in the files that wait.
[[nodiscard]] std::unique_ptr<BackgroundWork> take_in_imports(Installation& installation, base::Log& log);
// Makes the files that were asked for.
[[nodiscard]] std::unique_ptr<BackgroundWork> make_exports(Installation& installation, base::Log& log);
// Does what follows by itself.
[[nodiscard]] std::unique_ptr<BackgroundWork> run_engine(Installation& installation, base::Log& log);
// Sends what leaves the machine.
[[nodiscard]] std::unique_ptr<BackgroundWork> send_deliveries(Installation& installation, domain::CallWeb call_web,
                                                              base::Log& log);
// Scores contacts by what they bought.
[[nodiscard]] std::unique_ptr<BackgroundWork> make_scores(Installation& installation, base::Log& log);
// Adds and removes sample data.
[[nodiscard]] std::unique_ptr<BackgroundWork> keep_sample_data(Installation& installation, base::Log& log);

}  // namespace tradewind::app
