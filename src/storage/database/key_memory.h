#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace tradewind::storage {

// Whom keys named when they were last looked up, so that a database elsewhere is asked for the row at once instead of
// for the key first. It may be wrong: the key may have moved. Whoever uses it compares the row with the key. Keeps no
// key, only what is made of it; threads need not wait for each other.
class KeyMemory {
  public:
    // What is noted last in a slot stays.
    static constexpr std::size_t slots = std::size_t{1} << 16U;

    void note(std::string_view key, std::int64_t id) {
        const auto mark = mark_of(key);
        auto& slot = slot_of(mark);
        slot.id.store(id, std::memory_order_relaxed);
        slot.mark.store(mark, std::memory_order_relaxed);
    }
    [[nodiscard]] std::optional<std::int64_t> find(std::string_view key) const {
        const auto mark = mark_of(key);
        const auto& slot = slot_of(mark);
        if (slot.mark.load(std::memory_order_relaxed) != mark) { return std::nullopt; }
        return slot.id.load(std::memory_order_relaxed);
    }

  private:
    struct Slot {
        std::atomic<std::uint64_t> mark = 0;
        std::atomic<std::int64_t> id = 0;
    };

    static std::uint64_t mark_of(std::string_view key) { return std::hash<std::string_view>{}(key) | 1U; }
    [[nodiscard]] Slot& slot_of(std::uint64_t mark) const { return (*slots_)[(mark >> 1U) % slots]; }

    std::unique_ptr<std::array<Slot, slots>> slots_ = std::make_unique<std::array<Slot, slots>>();
};

}  // namespace tradewind::storage
