#include "storage/database/answer_batch.h"

#include <algorithm>

namespace tradewind::storage {

void AnswerBatch::add(std::unique_ptr<Database::Piece> piece) {
    auto* const executor = &piece->executor();
    auto known = std::find_if(by_executor_.begin(), by_executor_.end(),
                              [executor](const auto& entry) { return entry.first == executor; });
    if (known == by_executor_.end()) { known = by_executor_.insert(known, {executor, Pieces()}); }
    known->second.push_back(std::move(piece));
}

void AnswerBatch::post() {
    for (auto& [executor, pieces] : by_executor_) {
        executor->post([ready = std::move(pieces)] {
            for (const auto& piece : ready) { piece->answer(); }
        });
    }
    by_executor_.clear();
}

void answer(std::unique_ptr<Database::Piece> piece) {
    auto& executor = piece->executor();
    executor.post([ready = std::move(piece)] { ready->answer(); });
}

void refuse(std::unique_ptr<Database::Piece> piece, base::Error error) {
    piece->refuse(std::move(error));
    answer(std::move(piece));
}

}  // namespace tradewind::storage
