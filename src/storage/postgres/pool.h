#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "storage/database/database.h"
#include "storage/postgres/queue.h"
#include "storage/postgres/session.h"

namespace tradewind::storage {

struct PostgresPoolShape {
    PostgresAccess access;
    PostgresTimeouts patience;
    // Of each lane, in their order:
    std::array<std::size_t, 3> threads;
    std::array<PostgresLaneLimits, 3> limits;
};

// Threads that run either reads or writes, each on its own connection. Thread-safe.
class PostgresPool {
  public:
    PostgresPool(const PostgresShared& shared, const PostgresPoolShape& shape);
    ~PostgresPool();
    PostgresPool(const PostgresPool&) = delete;
    PostgresPool& operator=(const PostgresPool&) = delete;

    void submit(PostgresLane lane, std::unique_ptr<Database::Piece> piece);
    // Refuses what waited too long, and what did not fit.
    void refuse_expired();
    // Runs what waits and ends the threads; what comes later is refused.
    void stop();

  private:
    void work(PostgresLane lane);
    void refuse_shed();

    const PostgresShared& shared_;
    const PostgresPoolShape shape_;
    PostgresQueue queue_;
    std::vector<std::thread> threads_;
};

}  // namespace tradewind::storage
