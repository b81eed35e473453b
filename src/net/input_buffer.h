#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace tradewind::net {

// Bytes received and not used up yet. Views into it stay good until space(), assign() or release().
class InputBuffer {
  public:
    static constexpr std::size_t first_capacity = 4096;

    [[nodiscard]] std::string_view unread() const { return {bytes_.get() + begin_, end_ - begin_}; }
    void use_up(std::size_t count) { begin_ += count; }

    // Room behind the unread bytes; grows to `capacity_max`, and is empty when they fill that.
    std::span<char> space(std::size_t capacity_max) {
        if (begin_ > 0) {
            std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
            end_ -= std::exchange(begin_, 0);
        }
        if (end_ == capacity_ && capacity_ < capacity_max)
            reallocate(std::min(std::max(first_capacity, capacity_ * 2), capacity_max));
        return {bytes_.get() + end_, capacity_ - end_};
    }
    void added(std::size_t count) { end_ += count; }

    void assign(std::string_view bytes) {
        begin_ = end_ = 0;
        if (bytes.size() > capacity_) reallocate(bytes.size());
        std::copy(bytes.begin(), bytes.end(), bytes_.get());
        end_ = bytes.size();
    }

    void release() { *this = InputBuffer(); }

  private:
    void reallocate(std::size_t capacity) {
        auto larger = std::make_unique_for_overwrite<char[]>(capacity);
        std::copy(bytes_.get(), bytes_.get() + end_, larger.get());
        bytes_ = std::move(larger);
        capacity_ = capacity;
    }

    std::unique_ptr<char[]> bytes_;
    std::size_t capacity_ = 0;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace tradewind::net
