#include "storage/database/answer_batch.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tradewind::storage {
namespace {

class CountingExecutor final : public base::Executor {
  public:
    void post(base::UniqueFunction<void()> work) override {
        ++posts;
        work();
    }
    int posts = 0;
};

class NamedPiece final : public Database::Piece {
  public:
    NamedPiece(base::Executor& executor, std::string name, std::vector<std::string>& answered)
        : Piece(executor), name_(std::move(name)), answered_(answered) {}
    bool run(Transaction&) override { return true; }
    void refuse(base::Error error) override { name_ += " refused: " + error.detail; }
    void answer() override { answered_.push_back(name_); }

  private:
    std::string name_;
    std::vector<std::string>& answered_;
};

TEST(AnswerBatch, TellsEachExecutorOnceInTheOrderOfTheWork) {
    CountingExecutor one;
    CountingExecutor other;
    std::vector<std::string> answered_by_one;
    std::vector<std::string> answered_by_other;
    AnswerBatch answers;
    answers.add(std::make_unique<NamedPiece>(one, "a", answered_by_one));
    answers.add(std::make_unique<NamedPiece>(other, "b", answered_by_other));
    answers.add(std::make_unique<NamedPiece>(one, "c", answered_by_one));
    EXPECT_EQ(one.posts + other.posts, 0);

    answers.post();
    EXPECT_EQ(one.posts, 1);
    EXPECT_EQ(other.posts, 1);
    EXPECT_EQ(answered_by_one, (std::vector<std::string>{"a", "c"}));
    EXPECT_EQ(answered_by_other, (std::vector<std::string>{"b"}));

    answers.post();
    EXPECT_EQ(one.posts + other.posts, 2) << "without anything new nobody is woken";
}

TEST(AnswerBatch, RefusesASinglePieceOnItsExecutor) {
    CountingExecutor executor;
    std::vector<std::string> answered;
    refuse(std::make_unique<NamedPiece>(executor, "a", answered), base::conflict("Taken."));
    EXPECT_EQ(executor.posts, 1);
    EXPECT_EQ(answered, (std::vector<std::string>{"a refused: Taken."}));
}

}  // namespace
}  // namespace tradewind::storage
