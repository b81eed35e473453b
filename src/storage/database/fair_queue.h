#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tradewind::storage {

// What waits for its turn, of several senders: that of one in its order, and one of each by turns. Whoever sends much
// waits for itself. When all together have `items_max`, each sender may have no more than an equal share of that, so
// that a flood of one leaves room for the others; so there are never more than `items_max` of one sender.
template <class Item>
class FairQueue {
  public:
    using Sender = std::uint64_t;

    explicit FairQueue(std::size_t items_max) : items_max_(items_max) {}

    // False, with the item left to the caller, when the sender has its share.
    [[nodiscard]] bool push(Sender sender, Item& item) {
        auto& line = lines_[sender];
        if (line.empty()) { turns_.push_back(sender); }
        const auto share = std::max<std::size_t>(1, items_max_ / turns_.size());
        if (size_ >= items_max_ && line.size() >= share) { return false; }
        line.push_back(std::move(item));
        ++size_;
        return true;
    }

    // Only when it is not empty.
    [[nodiscard]] Item pop() {
        const auto sender = turns_.front();
        turns_.pop_front();
        const auto place = lines_.find(sender);
        auto item = std::move(place->second.front());
        place->second.pop_front();
        --size_;
        if (place->second.empty()) {
            lines_.erase(place);
        } else {
            turns_.push_back(sender);
        }
        return item;
    }

    // Those at the head of each line for which the predicate holds, and those behind them.
    template <class Predicate>
    [[nodiscard]] std::vector<Item> take_while(Predicate predicate) {
        std::vector<Item> taken;
        for (auto& [sender, line] : lines_) {
            while (!line.empty() && predicate(line.front())) {
                taken.push_back(std::move(line.front()));
                line.pop_front();
            }
        }
        size_ -= taken.size();
        std::erase_if(turns_, [this](Sender sender) { return lines_.at(sender).empty(); });
        std::erase_if(lines_, [](const auto& line) { return line.second.empty(); });
        return taken;
    }

    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    const std::size_t items_max_;
    std::size_t size_ = 0;
    std::unordered_map<Sender, std::deque<Item>> lines_;  // None is empty.
    std::deque<Sender> turns_;                            // Of each line, the next first.
};

}  // namespace tradewind::storage
