#include "storage/postgres_pool.h"

#include <utility>

#include "storage/answers.h"

namespace tradewind::storage {
namespace {

base::Error waited_too_long() {
    return base::unavailable(base::Outcome::None, "it waited too long for a connection to the database");
}

}  // namespace

PostgresPool::PostgresPool(const PostgresShared& shared, const PostgresPoolShape& shape)
    : shared_(shared), shape_(shape), queue_(shape.quick, shape.slow) {
    for (std::size_t number = 0; number < shape_.quick_threads; ++number) {
        threads_.emplace_back([this] { work(PostgresLane::Quick); });
    }
    for (std::size_t number = 0; number < shape_.slow_threads; ++number) {
        threads_.emplace_back([this] { work(PostgresLane::Slow); });
    }
}

PostgresPool::~PostgresPool() {
    stop();
}

void PostgresPool::submit(PostgresLane lane, std::unique_ptr<Database::Piece> piece) {
    if (!queue_.push(lane, piece, shared_.clock.steady_now())) {
        refuse(std::move(piece), base::unavailable(base::Outcome::None, "the queue is full or closed"));
    }
}

void PostgresPool::refuse_expired() {
    for (auto& piece : queue_.take_expired(shared_.clock.steady_now())) { refuse(std::move(piece), waited_too_long()); }
}

void PostgresPool::stop() {
    queue_.stop();
    for (auto& thread : threads_) { thread.join(); }
    threads_.clear();
}

void PostgresPool::work(PostgresLane lane) {
    PostgresSession session(shared_, shape_.patience);
    while (true) {
        auto waiting = queue_.take(lane);
        if (!waiting.piece) { return; }
        if (queue_.is_expired(waiting, shared_.clock.steady_now())) {
            refuse(std::move(waiting.piece), waited_too_long());
        } else if (shape_.access == PostgresAccess::Read) {
            session.read(std::move(waiting.piece));
        } else {
            session.write(std::move(waiting.piece));
        }
    }
}

}  // namespace tradewind::storage
