#include "storage/database/refusal_delay.h"

#include <utility>

namespace tradewind::storage {

bool RefusalDelay::push(Piece& piece, TimePoint now) {
    if (kept_.size() >= pieces_max) { return false; }
    kept_.push_back({.piece = std::move(piece), .since = now});
    return true;
}

std::vector<RefusalDelay::Piece> RefusalDelay::take(TimePoint now) {
    std::vector<Piece> taken;
    while (!kept_.empty() && now - kept_.front().since >= wait) {
        taken.push_back(std::move(kept_.front().piece));
        kept_.pop_front();
    }
    return taken;
}

std::vector<RefusalDelay::Piece> RefusalDelay::take_all() {
    std::vector<Piece> taken;
    for (auto& each : kept_) { taken.push_back(std::move(each.piece)); }
    kept_.clear();
    return taken;
}

}  // namespace tradewind::storage
