#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "storage/database/database.h"
#include "storage/database/fair_queue.h"
#include "storage/database/refusal_delay.h"

namespace tradewind::storage {

// What waits for the one writer, and what of it makes up the next batch: requests, those of one sender in their order
// and of several by turns, then bulk work in its order for at most half of the batch's time. Any thread pushes; all
// else is for the writer's thread.
class WriteQueue {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Piece = std::unique_ptr<Database::Piece>;

    // As many as one address may have connections, by default: whoever comes from one is never refused. More would not
    // be done sooner, but wait longer.
    static constexpr std::size_t requests_max = 256;
    static constexpr std::size_t bulk_max = 1'024;
    static constexpr std::size_t batch_pieces_max = 128;
    static constexpr std::chrono::milliseconds batch_time_max{4};
    static constexpr std::chrono::milliseconds bulk_time_max{2};
    static constexpr std::chrono::milliseconds request_wait_max{2000};

    // A request of a sender that has its share is only kept to be shed. False, with the piece left to the caller, when
    // it can be kept for nothing: too much bulk work, too much to be shed, or stopped.
    [[nodiscard]] bool push(Priority priority, Piece& piece, TimePoint now);
    // Nothing is taken any more; what is there is still handed out.
    void stop();

    // Sleeps until a piece waits; false when stopped and empty.
    [[nodiscard]] bool wait();
    void start_batch(TimePoint now);
    // The next piece of this batch; null when the batch is over: its time, its number, or nothing waits. Called when
    // the piece before has run.
    [[nodiscard]] Piece next(TimePoint now);
    // Requests to be refused because they did not fit: those that were kept long enough, or all when no other waits.
    [[nodiscard]] std::vector<Piece> take_shed(TimePoint now);
    // Requests that next() passed over because they had waited too long.
    [[nodiscard]] std::vector<Piece> take_expired();

  private:
    struct Waiting {
        Piece piece;
        TimePoint since;
    };
    // What one priority has used up of the running batch.
    struct Use {
        std::size_t pieces = 0;
        std::chrono::steady_clock::duration time{};
    };

    [[nodiscard]] bool push_request(Piece& piece, TimePoint now);
    [[nodiscard]] bool push_bulk(Piece& piece, TimePoint now);
    void account_last_piece(TimePoint now);
    void fetch();
    [[nodiscard]] Piece take_request(TimePoint now);
    [[nodiscard]] Piece take(std::deque<Waiting>& from, Use& use);
    [[nodiscard]] bool may_run_bulk() const;

    std::mutex mutex_;
    std::condition_variable pushed_;
    // Guarded by mutex_:
    FairQueue<Waiting> requests_{requests_max};
    std::deque<Waiting> bulk_;
    RefusalDelay shed_;
    bool stopped_ = false;
    bool writer_sleeps_ = false;

    // Of the writer's thread:
    std::deque<Waiting> fetched_requests_;
    std::deque<Waiting> fetched_bulk_;
    std::vector<Piece> expired_;
    TimePoint batch_start_;
    TimePoint piece_start_;
    Use request_use_;
    Use bulk_use_;
    Use* running_ = nullptr;
    std::chrono::steady_clock::duration bulk_debt_{};  // What bulk work took beyond its half, to be given back.
};

}  // namespace tradewind::storage
