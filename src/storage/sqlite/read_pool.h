#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "storage/database/database.h"
#include "storage/sqlite/reader.h"

namespace tradewind::storage {

// A few threads for reads that take longer. Thread-safe.
class SqliteReadPool {
  public:
    static constexpr std::size_t threads_count = 2;
    static constexpr std::size_t reads_waiting_max = 256;
    static constexpr std::chrono::milliseconds wait_max{2000};
    // A reader holds back what the writer can clear from its log: that must not grow without end.
    static constexpr std::chrono::milliseconds read_time_max{1000};

    explicit SqliteReadPool(const SqliteReaderSource& source);
    ~SqliteReadPool();
    SqliteReadPool(const SqliteReadPool&) = delete;
    SqliteReadPool& operator=(const SqliteReadPool&) = delete;

    void submit(std::unique_ptr<Database::Piece> piece);
    // Runs what waits and ends the threads; what comes later is refused.
    void stop();

  private:
    struct Waiting {
        std::unique_ptr<Database::Piece> piece;
        std::chrono::steady_clock::time_point since;
    };

    void work();
    [[nodiscard]] bool push(std::unique_ptr<Database::Piece>& piece);
    [[nodiscard]] Waiting take();

    const SqliteReaderSource source_;
    std::mutex mutex_;
    std::condition_variable changed_;
    // Guarded by mutex_:
    std::deque<Waiting> waiting_;
    bool stopped_ = false;

    std::vector<std::thread> threads_;
};

}  // namespace tradewind::storage
