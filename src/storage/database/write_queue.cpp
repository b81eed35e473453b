#include "storage/database/write_queue.h"

#include <algorithm>
#include <utility>

namespace tradewind::storage {
namespace {

template <class Waiting>
Waiting take_front(std::deque<Waiting>& queue) {
    auto front = std::move(queue.front());
    queue.pop_front();
    return front;
}

}  // namespace

bool WriteQueue::push(Priority priority, Piece& piece, TimePoint now) {
    bool wake = false;
    {
        const std::lock_guard lock(mutex_);
        if (stopped_ || !(priority == Priority::Request ? push_request(piece, now) : push_bulk(piece, now))) {
            return false;
        }
        wake = std::exchange(writer_sleeps_, false);
    }
    if (wake) { pushed_.notify_one(); }
    return true;
}

bool WriteQueue::push_request(Piece& piece, TimePoint now) {
    const auto sender = piece->sender;
    Waiting waiting{.piece = std::move(piece), .since = now};
    if (requests_.push(sender, waiting)) { return true; }
    piece = std::move(waiting.piece);
    return shed_.push(piece, now);
}

bool WriteQueue::push_bulk(Piece& piece, TimePoint now) {
    if (bulk_.size() >= bulk_max) { return false; }
    bulk_.push_back({.piece = std::move(piece), .since = now});
    return true;
}

void WriteQueue::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    pushed_.notify_one();
}

bool WriteQueue::wait() {
    if (!fetched_requests_.empty() || !fetched_bulk_.empty()) { return true; }
    std::unique_lock lock(mutex_);
    while (requests_.empty() && bulk_.empty()) {
        if (stopped_) { return false; }
        writer_sleeps_ = true;
        pushed_.wait(lock);
    }
    writer_sleeps_ = false;
    return true;
}

void WriteQueue::start_batch(TimePoint now) {
    // Without requests nobody was kept waiting, so nothing is owed.
    const auto overrun = bulk_debt_ + bulk_use_.time - bulk_time_max;
    bulk_debt_ = request_use_.pieces == 0 ? overrun.zero() : std::max(overrun, overrun.zero());
    request_use_ = {};
    bulk_use_ = {};
    running_ = nullptr;
    batch_start_ = now;
}

WriteQueue::Piece WriteQueue::next(TimePoint now) {
    account_last_piece(now);
    const auto pieces = request_use_.pieces + bulk_use_.pieces;
    // Even when all the time went by before the first piece: no batch is for nothing.
    if (pieces == batch_pieces_max || (pieces > 0 && now - batch_start_ >= batch_time_max)) { return nullptr; }
    if (fetched_requests_.empty()) { fetch(); }
    if (!may_run_bulk() || request_use_.time < batch_time_max - bulk_time_max) {
        if (auto piece = take_request(now)) { return piece; }
    }
    return may_run_bulk() ? take(fetched_bulk_, bulk_use_) : nullptr;
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
    while (!requests_.empty() && fetched_requests_.size() < batch_pieces_max) {
        fetched_requests_.push_back(requests_.pop());
    }
    while (!bulk_.empty() && fetched_bulk_.size() < batch_pieces_max) { fetched_bulk_.push_back(take_front(bulk_)); }
}

WriteQueue::Piece WriteQueue::take_request(TimePoint now) {
    while (!fetched_requests_.empty() && now - fetched_requests_.front().since > request_wait_max) {
        expired_.push_back(std::move(fetched_requests_.front().piece));
        fetched_requests_.pop_front();
    }
    return fetched_requests_.empty() ? nullptr : take(fetched_requests_, request_use_);
}

WriteQueue::Piece WriteQueue::take(std::deque<Waiting>& from, Use& use) {
    auto piece = std::move(from.front().piece);
    from.pop_front();
    ++use.pieces;
    running_ = &use;
    return piece;
}

bool WriteQueue::may_run_bulk() const {
    if (fetched_bulk_.empty()) { return false; }
    const bool alone = request_use_.pieces == 0 && bulk_use_.pieces == 0 && fetched_requests_.empty();
    return alone || bulk_use_.time + bulk_debt_ < bulk_time_max;
}

}  // namespace tradewind::storage
