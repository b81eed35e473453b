#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "storage/database/database.h"

namespace tradewind::storage {

// Requests that did not fit. They are told so a little later: a client that tries again at once would cost more than it
// asks for. Guarded by its owner.
class RefusalDelay {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Piece = std::unique_ptr<Database::Piece>;

    static constexpr std::chrono::milliseconds wait{250};
    static constexpr std::size_t pieces_max = 16'384;  // More than the connections that can wait for an answer.

    // False, with the piece left to the caller, when there are too many.
    [[nodiscard]] bool push(Piece& piece, TimePoint now);
    // Those that were kept long enough.
    [[nodiscard]] std::vector<Piece> take(TimePoint now);
    [[nodiscard]] std::vector<Piece> take_all();

  private:
    struct Kept {
        Piece piece;
        TimePoint since;
    };

    std::deque<Kept> kept_;
};

}  // namespace tradewind::storage
