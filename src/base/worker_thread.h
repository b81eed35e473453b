#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "base/executor.h"
#include "base/log.h"

namespace tradewind::base {

// One thread for work that takes its time, such as reading a large file, which threads that serve others hand on. Work
// that throws is in the log. It ends with this object, after all that was posted.
class WorkerThread final : public Executor {
  public:
    explicit WorkerThread(Log& log);
    ~WorkerThread() override;
    WorkerThread(const WorkerThread&) = delete;
    WorkerThread& operator=(const WorkerThread&) = delete;

    void post(UniqueFunction<void()> work) override;
    // Waits until all that was posted is done.
    void await_idle();

  private:
    void work();
    void run(UniqueFunction<void()> work);

    Log& log_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::condition_variable idle_;
    std::deque<UniqueFunction<void()>> posted_;  // Guarded by mutex_, as are the next two.
    bool is_busy_ = false;
    bool is_ending_ = false;
    std::thread thread_;
};

}  // namespace tradewind::base
