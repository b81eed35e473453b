#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/executor.h"
#include "storage/database/database.h"

namespace tradewind::storage {

// Pieces of work whose answers are ready. Each executor is told once for all that belong to it.
class AnswerBatch {
  public:
    void add(std::unique_ptr<Database::Piece> piece);
    // Hands over everything added so far, in the order it was added.
    void post();

  private:
    using Pieces = std::vector<std::unique_ptr<Database::Piece>>;
    std::vector<std::pair<base::Executor*, Pieces>> by_executor_;
};

// The same for a single piece.
void answer(std::unique_ptr<Database::Piece> piece);
void refuse(std::unique_ptr<Database::Piece> piece, base::Error error);

}  // namespace tradewind::storage
