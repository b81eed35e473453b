#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "storage/database/database.h"

namespace tradewind::storage {

// For tests: stands before another database and refuses some of the work, as a busy one does, or has something else
// happen before it.
class RefusingDatabase final : public Database {
  public:
    explicit RefusingDatabase(Database& behind) : behind_(behind) {}

    // From now on `count` pieces of work, after this many others.
    void refuse(int count, int after) {
        asked_ = 0;
        first_ = after;
        count_ = count;
    }
    // How many pieces of work were asked for since.
    [[nodiscard]] int asked() const { return asked_; }

    std::function<void()> before_each;  // Piece of work.

    void on_definitions_change(std::function<void()> reload) override {
        behind_.on_definitions_change(std::move(reload));
    }
    void on_wake(Sleeper sleeper, std::function<void()> call) override { behind_.on_wake(sleeper, std::move(call)); }
    base::Result<void> wipe_deleted() override { return behind_.wipe_deleted(); }
    [[nodiscard]] std::string home() const override { return behind_.home(); }

    void submit_read(ReadCost cost, std::unique_ptr<Piece> piece) override {
        if (!refuses(piece)) { behind_.submit_read(cost, std::move(piece)); }
    }
    void submit_write(Priority priority, std::unique_ptr<Piece> piece) override {
        if (!refuses(piece)) { behind_.submit_write(priority, std::move(piece)); }
    }

  private:
    bool refuses(std::unique_ptr<Piece>& piece) {
        if (before_each) { before_each(); }
        const auto number = asked_++;
        if (number < first_ || number >= first_ + count_) { return false; }
        piece->refuse(base::unavailable(base::Outcome::None, "the test refuses it"));
        auto& executor = piece->executor();
        executor.post([refused = std::move(piece)] { refused->answer(); });
        return true;
    }

    Database& behind_;
    int asked_ = 0;
    int first_ = 0;
    int count_ = 0;
};

}  // namespace tradewind::storage
