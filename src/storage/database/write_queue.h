#pragma once

#include <atomic>
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

// What waits for the one writer, and what of it makes up the next batch: requests, then reactions, then bulk work; of
// each, what one sender sent in its order and what several sent by turns. While all of them wait, requests get half of
// the batch's time, reactions a quarter and bulk work the rest. Bulk work never gets more than half; what is left of
// the time goes to requests, then to reactions. Any thread pushes; all else is for the writer's thread.
class WriteQueue {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Piece = std::unique_ptr<Database::Piece>;

    // As many as one address may have connections, by default: whoever comes from one is never refused. More would not
    // be done sooner, but wait longer.
    static constexpr std::size_t requests_max = 256;
    static constexpr std::size_t reactions_max = 1'024;
    static constexpr std::size_t bulk_max = 1'024;
    static constexpr std::size_t batch_pieces_max = 128;
    static constexpr std::chrono::milliseconds batch_time_max{4};
    // Before others get their turn in a batch:
    static constexpr std::chrono::milliseconds request_time_max{2};
    static constexpr std::chrono::milliseconds reaction_time_max{1};
    static constexpr std::size_t reaction_pieces_max = batch_pieces_max / 2;
    static constexpr std::chrono::milliseconds bulk_time_max{2};
    static constexpr std::chrono::milliseconds request_wait_max{2000};

    // A request of a sender that has its share is only kept to be shed. False, with the piece left to the caller, when
    // it can be kept for nothing: too many reactions or too much bulk work, too much to be shed, or stopped.
    [[nodiscard]] bool push(Priority priority, Piece& piece, TimePoint now);
    // Whether anything waits to be handed out. Any thread may ask; what another one pushes at that moment it may miss.
    [[nodiscard]] bool has_waiting() const { return waiting_.load(std::memory_order_relaxed) > 0; }
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
    using Duration = std::chrono::steady_clock::duration;
    struct Waiting {
        Piece piece;
        TimePoint since;
    };
    // What one priority has used up of the running batch.
    struct Use {
        std::size_t pieces = 0;
        Duration time{};
        Duration debt{};  // What it took beyond its share in batches before, to be given back.
    };

    [[nodiscard]] bool keep(Priority priority, Piece& piece, TimePoint now);
    [[nodiscard]] bool keep_request(Piece& piece, TimePoint now);
    bool counted(bool was_pushed);
    void account_last_piece(TimePoint now);
    void fetch();
    [[nodiscard]] Piece take_request(TimePoint now);
    [[nodiscard]] Piece take(Piece& fetched, Use& use);
    [[nodiscard]] std::size_t batch_pieces() const;
    [[nodiscard]] bool may_run_reaction() const;
    [[nodiscard]] bool may_run_bulk() const;

    std::mutex mutex_;
    std::condition_variable pushed_;
    // Guarded by mutex_:
    FairQueue<Waiting> requests_{requests_max};
    FairQueue<Piece> reactions_{reactions_max};
    FairQueue<Piece> bulk_{bulk_max};
    RefusalDelay shed_;
    bool stopped_ = false;
    bool writer_sleeps_ = false;

    std::atomic<std::size_t> waiting_ = 0;  // Pieces that were pushed, and neither handed out nor turned away.

    // Of the writer's thread:
    std::deque<Waiting> fetched_requests_;
    // One at a time: what was fetched has had its turn, before a sender that comes next.
    Piece fetched_reaction_;
    Piece fetched_bulk_;
    bool wants_fetch_ = false;
    std::vector<Piece> expired_;
    TimePoint batch_start_;
    TimePoint piece_start_;
    Use request_use_;
    Use reaction_use_;
    Use bulk_use_;
    Use* running_ = nullptr;
};

}  // namespace tradewind::storage
