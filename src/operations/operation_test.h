#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "base/sources.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_retry.h"

namespace tradewind::operations {

// A clock that stands still until it is turned.
class TurnedClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return now_; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return steady_; }
    void advance(std::chrono::milliseconds by) {
        now_.milliseconds += by.count();
        steady_ += by;
    }

  private:
    base::Instant now_{1'700'000'000'000};
    std::chrono::steady_clock::time_point steady_{};
};

inline constexpr storage::Query count_members{.name = "test.count_members",
                                              .sql = "SELECT count(*) FROM segment_members"};
inline constexpr storage::Query count_queued{.name = "test.count_queued", .sql = "SELECT count(*) FROM changes"};

// A real database of its own for each test, and a world that the test turns.
class OperationTest : public testing::Test {
  protected:
    // Runs `work`, which answers a Result, as a request is: what is refused is undone.
    template <class Work>
    auto attempt(Work work) {
        return storage::patiently([&] {
            return storage::write_and_wait(*database,
                                           [&](storage::Transaction& transaction) { return work(transaction); });
        });
    }
    // Runs `work` in a write transaction and returns what it returned.
    template <class Work>
    auto in_transaction(Work work) {
        using Value = std::invoke_result_t<Work&, storage::Transaction&>;
        std::optional<Value> value;
        EXPECT_TRUE(attempt([&](storage::Transaction& transaction) -> base::Result<void> {
            value.emplace(work(transaction));
            return {};
        }));
        return std::move(*value);
    }
    // What a query answers that counts.
    std::int64_t count(const storage::Query& query) {
        return in_transaction([&](auto& transaction) {
            auto rows = transaction.query(query);
            return rows.next() ? rows.integer(0) : -1;
        });
    }
    // How many activities the engine will hear of.
    std::int64_t queued() { return count(count_queued); }

    TurnedClock clock;
    base::SystemRandom random;
    base::IdSource ids{clock, 0};
    base::Sources sources{.clock = clock, .random = random, .ids = ids};
    storage::TestDatabase database;
};

}  // namespace tradewind::operations
