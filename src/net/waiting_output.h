#pragma once

#include <atomic>
#include <cstddef>

namespace tradewind::net {

// How many bytes of answers wait in memory for readers that are slow, on all connections together. What is shared by
// all who ask for it, or comes from a file, is not counted. Thread-safe.
class WaitingOutput {
  public:
    // What waits on one connection was `before` and is `now`. Returns what waits on the others.
    std::size_t change(std::size_t before, std::size_t now) {
        return bytes_.fetch_add(now - before, std::memory_order_relaxed) - before;
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::size_t> bytes_{0};
};

}  // namespace tradewind::net
