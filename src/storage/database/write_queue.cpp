#include "storage/database/write_queue.h"

#include <algorithm>
#include <utility>

namespace tradewind::storage {
namespace {

// Who kept nobody waiting owes nothing.
template <class Use, class Duration>
Use next_use(const Use& use, Duration share, bool others_waited) {
    const auto overrun = use.debt + use.time - share;
    return {.debt = others_waited ? std::max(overrun, overrun.zero()) : overrun.zero()};
}

}  // namespace

bool WriteQueue::push(Priority priority, Piece& piece, TimePoint now) {
    bool wake = false;
    {
        const std::lock_guard lock(mutex_);
        if (stopped_ || !keep(priority, piece, now)) { return false; }
        wake = std::exchange(writer_sleeps_, false);
    }
    if (wake) { pushed_.notify_one(); }
    return true;
}

bool WriteQueue::keep(Priority priority, Piece& piece, TimePoint now) {
    switch (priority) {
        case Priority::Request:
            return keep_request(piece, now);
        case Priority::Reaction:
            return counted(reactions_.push(piece->sender, piece));
        case Priority::Bulk:
            return counted(bulk_.push(piece->sender, piece));
    }
    return false;
}

bool WriteQueue::keep_request(Piece& piece, TimePoint now) {
    const auto sender = piece->sender;
    Waiting waiting{.piece = std::move(piece), .since = now};
    if (counted(requests_.push(sender, waiting))) { return true; }
    piece = std::move(waiting.piece);
    return shed_.push(piece, now);
}

bool WriteQueue::counted(bool was_pushed) {
    if (was_pushed) { waiting_.fetch_add(1, std::memory_order_relaxed); }
    return was_pushed;
}

void WriteQueue::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    pushed_.notify_one();
}

bool WriteQueue::wait() {
    if (!fetched_requests_.empty() || fetched_reaction_ || fetched_bulk_) { return true; }
    std::unique_lock lock(mutex_);
    while (requests_.empty() && reactions_.empty() && bulk_.empty()) {
        if (stopped_) { return false; }
        writer_sleeps_ = true;
        pushed_.wait(lock);
    }
    writer_sleeps_ = false;
    return true;
}

void WriteQueue::start_batch(TimePoint now) {
    const auto pieces = batch_pieces();
    const bool waited_for_reactions = pieces > reaction_use_.pieces || fetched_bulk_;
    const bool waited_for_bulk = pieces > bulk_use_.pieces;
    reaction_use_ = next_use(reaction_use_, reaction_time_max, waited_for_reactions);
    bulk_use_ = next_use(bulk_use_, bulk_time_max, waited_for_bulk);
    request_use_ = {};
    running_ = nullptr;
    wants_fetch_ = true;
    batch_start_ = now;
}

WriteQueue::Piece WriteQueue::next(TimePoint now) {
    account_last_piece(now);
    const auto pieces = batch_pieces();
    // Even when all the time went by before the first piece: no batch is for nothing.
    if (pieces == batch_pieces_max || (pieces > 0 && now - batch_start_ >= batch_time_max)) { return nullptr; }
    if (wants_fetch_ || fetched_requests_.empty()) { fetch(); }
    if (request_use_.time < request_time_max || !(may_run_reaction() || may_run_bulk())) {
        if (auto piece = take_request(now)) { return piece; }
    }
    if (may_run_reaction()) { return take(fetched_reaction_, reaction_use_); }
    if (may_run_bulk()) { return take(fetched_bulk_, bulk_use_); }
    if (!fetched_reaction_) { return nullptr; }
    auto piece = take(fetched_reaction_, reaction_use_);
    running_ = nullptr;  // Time that nobody else wants is not counted.
    return piece;
}

std::vector<WriteQueue::Piece> WriteQueue::take_shed(TimePoint now) {
    const std::lock_guard lock(mutex_);
    const bool is_over = requests_.empty() && fetched_requests_.empty();
    return is_over ? shed_.take_all() : shed_.take(now);
}

std::vector<WriteQueue::Piece> WriteQueue::take_expired() {
    return std::exchange(expired_, {});
}

void WriteQueue::account_last_piece(TimePoint now) {
    if (running_ != nullptr) { running_->time += now - piece_start_; }
    running_ = nullptr;
    piece_start_ = now;
}

void WriteQueue::fetch() {
    const std::lock_guard lock(mutex_);
    if (fetched_requests_.empty()) {
        while (!requests_.empty() && fetched_requests_.size() < batch_pieces_max) {
            fetched_requests_.push_back(requests_.pop());
        }
    }
    if (!fetched_reaction_ && !reactions_.empty()) { fetched_reaction_ = reactions_.pop(); }
    if (!fetched_bulk_ && !bulk_.empty()) { fetched_bulk_ = bulk_.pop(); }
    wants_fetch_ = false;
}

WriteQueue::Piece WriteQueue::take_request(TimePoint now) {
    while (!fetched_requests_.empty() && now - fetched_requests_.front().since > request_wait_max) {
        expired_.push_back(std::move(fetched_requests_.front().piece));
        fetched_requests_.pop_front();
        waiting_.fetch_sub(1, std::memory_order_relaxed);
    }
    if (fetched_requests_.empty()) { return nullptr; }
    auto first = std::move(fetched_requests_.front().piece);
    fetched_requests_.pop_front();
    return take(first, request_use_);
}

WriteQueue::Piece WriteQueue::take(Piece& fetched, Use& use) {
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    ++use.pieces;
    running_ = &use;
    wants_fetch_ = wants_fetch_ || &use != &request_use_;
    return std::move(fetched);
}

std::size_t WriteQueue::batch_pieces() const {
    return request_use_.pieces + reaction_use_.pieces + bulk_use_.pieces;
}

bool WriteQueue::may_run_reaction() const {
    return fetched_reaction_ && reaction_use_.pieces < reaction_pieces_max &&
           reaction_use_.time + reaction_use_.debt < reaction_time_max;
}

bool WriteQueue::may_run_bulk() const {
    if (!fetched_bulk_) { return false; }
    const bool alone = batch_pieces() == 0 && fetched_requests_.empty() && !fetched_reaction_;
    return alone || bulk_use_.time + bulk_use_.debt < bulk_time_max;
}

}  // namespace tradewind::storage
