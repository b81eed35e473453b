#pragma once

#include <atomic>

namespace tradewind::storage {

// For tests: something that is passed on, with a count of how often that took a copy.
class CopyCounter {
  public:
    explicit CopyCounter(std::atomic<int>& copies) : copies_(&copies) {}
    CopyCounter(const CopyCounter& other) : copies_(other.copies_) { ++*copies_; }
    CopyCounter& operator=(const CopyCounter& other) {
        copies_ = other.copies_;
        ++*copies_;
        return *this;
    }
    CopyCounter(CopyCounter&&) noexcept = default;
    CopyCounter& operator=(CopyCounter&&) noexcept = default;
    ~CopyCounter() = default;

  private:
    std::atomic<int>* copies_;
};

}  // namespace tradewind::storage
