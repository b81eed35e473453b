#include "base/worker_thread.h"

#include <exception>
#include <utility>

namespace tradewind::base {

WorkerThread::WorkerThread(Log& log) : log_(log), thread_([this] { work(); }) {}

WorkerThread::~WorkerThread() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void WorkerThread::post(UniqueFunction<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        posted_.push_back(std::move(work));
    }
    changed_.notify_one();
}

void WorkerThread::await_idle() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return !is_busy_ && posted_.empty(); });
}

void WorkerThread::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return is_ending_ || !posted_.empty(); });
        if (posted_.empty()) { return; }
        auto next = std::move(posted_.front());
        posted_.pop_front();
        is_busy_ = true;
        lock.unlock();
        run(std::move(next));
        lock.lock();
        is_busy_ = false;
        if (posted_.empty()) { idle_.notify_all(); }
    }
}

void WorkerThread::run(UniqueFunction<void()> work) {
    try {
        work();
    } catch (const std::exception& error) { log_.error("slow work failed", {{"cause", error.what()}}); }
}

}  // namespace tradewind::base
