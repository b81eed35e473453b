#include "storage/postgres/pool.h"

#include <utility>

#include "storage/database/answer_batch.h"

namespace tradewind::storage {
namespace {

// Without a cause: a line in the log for each would be one more load. They are counted.
void shed(std::unique_ptr<Database::Piece> piece) {
    refuse(std::move(piece), base::unavailable(base::Outcome::None, {}));
}

}  // namespace

PostgresPool::PostgresPool(const PostgresShared& shared, const PostgresPoolShape& shape)
    : shared_(shared), shape_(shape), queue_(shape.limits) {
    try {
        for (const auto lane : {PostgresLane::Quick, PostgresLane::Middle, PostgresLane::Slow}) {
            for (std::size_t number = 0; number < shape_.threads[static_cast<std::size_t>(lane)]; ++number) {
                threads_.emplace_back([this, lane] { work(lane); });
            }
        }
    } catch (...) {
        stop();
        throw;
    }
}

PostgresPool::~PostgresPool() {
    stop();
}

void PostgresPool::submit(PostgresLane lane, std::unique_ptr<Database::Piece> piece) {
    if (!queue_.push(lane, piece, shared_.clock.steady_now())) { shed(std::move(piece)); }
}

void PostgresPool::refuse_expired() {
    for (auto& piece : queue_.take_expired(shared_.clock.steady_now())) { shed(std::move(piece)); }
    refuse_shed();
}

void PostgresPool::refuse_shed() {
    for (auto& piece : queue_.take_shed(shared_.clock.steady_now())) { shed(std::move(piece)); }
}

void PostgresPool::stop() {
    queue_.stop();
    for (auto& thread : threads_) { thread.join(); }
    threads_.clear();
    refuse_shed();
}

void PostgresPool::work(PostgresLane lane) {
    PostgresSession session(shared_, shape_.patience, shape_.access);
    while (true) {
        auto waiting = queue_.take(lane);
        if (!waiting.piece) { return; }
        if (queue_.is_expired(waiting, shared_.clock.steady_now())) {
            shed(std::move(waiting.piece));
        } else if (shape_.access == PostgresAccess::Read) {
            session.read(std::move(waiting.piece));
        } else {
            session.write(std::move(waiting.piece));
        }
        refuse_shed();
    }
}

}  // namespace tradewind::storage
