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

    std::function<void()> before_each;           // Piece of work.
    std::function<void(int number)> before_run;  // Of a write, on its thread; of those asked for, the first is 0.
    std::function<void(int number)> after_run;
    bool undoes = false;  // Writes run before they are refused, as if their commit had failed.
    base::Error refusal = base::unavailable(base::Outcome::None, "the test refuses it");

    void on_definitions_change(std::function<void()> reload) override {
        behind_.on_definitions_change(std::move(reload));
    }
    void on_wake(Sleeper sleeper, std::function<void()> call) override { behind_.on_wake(sleeper, std::move(call)); }
    base::Result<void> wipe_deleted() override { return behind_.wipe_deleted(); }
    [[nodiscard]] std::string home() const override { return behind_.home(); }

    void submit_read(ReadCost cost, std::unique_ptr<Piece> piece) override {
        if (!is_refused()) { return behind_.submit_read(cost, std::move(piece)); }
        refuse(std::move(piece));
    }
    void submit_write(Priority priority, std::unique_ptr<Piece> piece) override {
        if (!is_refused()) {
            return behind_.submit_write(priority, std::make_unique<WatchedPiece>(std::move(piece), *this, asked_ - 1));
        }
        if (undoes) { return behind_.submit_write(priority, std::make_unique<UndonePiece>(std::move(piece), refusal)); }
        refuse(std::move(piece));
    }

  private:
    // Another one, in whose place it stands.
    class PieceAround : public Piece {
      public:
        explicit PieceAround(std::unique_ptr<Piece> piece) : Piece(piece->executor()), piece_(std::move(piece)) {
            space = piece_->space;
            sender = piece_->sender;
        }
        bool run(Transaction& transaction) override { return piece_->run(transaction); }
        void refuse(base::Error error) override { piece_->refuse(std::move(error)); }
        void answer() override { piece_->answer(); }

      private:
        std::unique_ptr<Piece> piece_;
    };
    class UndonePiece final : public PieceAround {
      public:
        UndonePiece(std::unique_ptr<Piece> piece, base::Error refusal)
            : PieceAround(std::move(piece)), refusal_(std::move(refusal)) {}
        bool run(Transaction& transaction) override {
            static_cast<void>(PieceAround::run(transaction));
            refuse(refusal_);
            return false;
        }

      private:
        base::Error refusal_;
    };
    class WatchedPiece final : public PieceAround {
      public:
        WatchedPiece(std::unique_ptr<Piece> piece, const RefusingDatabase& database, int number)
            : PieceAround(std::move(piece)), database_(database), number_(number) {}
        bool run(Transaction& transaction) override {
            if (database_.before_run) { database_.before_run(number_); }
            const bool keep = PieceAround::run(transaction);
            if (database_.after_run) { database_.after_run(number_); }
            return keep;
        }

      private:
        const RefusingDatabase& database_;
        const int number_;
    };

    // Whether the piece that comes now is.
    bool is_refused() {
        if (before_each) { before_each(); }
        const auto number = asked_++;
        return number >= first_ && number < first_ + count_;
    }
    void refuse(std::unique_ptr<Piece> piece) {
        piece->refuse(refusal);
        auto& executor = piece->executor();
        executor.post([refused = std::move(piece)] { refused->answer(); });
    }

    Database& behind_;
    int asked_ = 0;
    int first_ = 0;
    int count_ = 0;
};

}  // namespace tradewind::storage
