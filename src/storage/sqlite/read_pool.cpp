#include "storage/sqlite/read_pool.h"

#include <utility>

#include "storage/database/answer_batch.h"

namespace tradewind::storage {

SqliteReadPool::SqliteReadPool(const SqliteReaderSource& source) : source_(source) {
    try {
        for (std::size_t number = 0; number < threads_count; ++number) {
            threads_.emplace_back([this] { work(); });
        }
    } catch (...) {
        stop();
        throw;
    }
}

SqliteReadPool::~SqliteReadPool() {
    stop();
}

void SqliteReadPool::submit(std::unique_ptr<Database::Piece> piece) {
    if (!push(piece)) {
        refuse(std::move(piece), base::unavailable(base::Outcome::None, "the queue of reads is full or closed"));
    }
}

void SqliteReadPool::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) { thread.join(); }
    threads_.clear();
}

void SqliteReadPool::work() {
    SqliteReader reader(source_, read_time_max);
    while (true) {
        auto [piece, since] = take();
        if (!piece) { return; }
        if (source_.clock.steady_now() - since > wait_max) {
            piece->refuse(base::unavailable(base::Outcome::None, "it waited too long for a reader"));
        } else {
            reader.run(*piece);
            reader.let_go();
        }
        answer(std::move(piece));
    }
}

bool SqliteReadPool::push(std::unique_ptr<Database::Piece>& piece) {
    {
        const std::lock_guard lock(mutex_);
        if (stopped_ || waiting_.size() >= reads_waiting_max) { return false; }
        waiting_.push_back({.piece = std::move(piece), .since = source_.clock.steady_now()});
    }
    changed_.notify_one();
    return true;
}

// An empty one when stopped and nothing waits.
SqliteReadPool::Waiting SqliteReadPool::take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopped_ || !waiting_.empty(); });
    if (waiting_.empty()) { return {}; }
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    return next;
}

}  // namespace tradewind::storage
