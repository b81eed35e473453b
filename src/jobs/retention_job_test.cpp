#include "jobs/retention_job.h"

#include <gtest/gtest.h>

#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/settings/idempotency_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::jobs {
namespace {

class TurnedClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return time; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override {
        return std::chrono::steady_clock::now();
    }
    base::Instant time{1'800'000'000'000};
};

class RetentionJobTest : public testing::Test {
  protected:
    // One answer per millisecond, from this moment on.
    void keep(int count, base::Instant from) {
        const auto done =
            storage::write_and_wait(*database, [&](storage::Transaction& transaction) -> base::Result<void> {
                for (int number = 0; number < count; ++number) {
                    const base::Instant made_at{from.milliseconds + number};
                    storage::IdempotentAnswer answer{.created_at = made_at};
                    answer.key_hash[0] = static_cast<std::byte>(keys_ & 0xff);
                    answer.key_hash[1] = static_cast<std::byte>(keys_ >> 8);
                    ++keys_;
                    storage::claim_idempotency_key(transaction, answer, {});
                }
                return {};
            });
        ASSERT_TRUE(done);
    }
    std::int64_t kept() {
        return storage::read_and_wait(*database,
                                      [](storage::Transaction& transaction) {
                                          return base::Result(storage::count_idempotent_answers(transaction));
                                      })
            .value();
    }
    void run(std::int64_t answers_max) {
        RetentionJob(*database, clock, {.idempotent_answers_max = answers_max}).run();
    }

    TurnedClock clock;
    storage::TestDatabase database{clock};

  private:
    unsigned keys_ = 0;
};

TEST_F(RetentionJobTest, DeletesAnswersThatAreOlderThanSevenDays) {
    keep(1200, {clock.time.milliseconds});
    run(1'000'000);
    EXPECT_EQ(kept(), 1200);
    clock.time.milliseconds += std::chrono::milliseconds(std::chrono::hours(7 * 24)).count();
    run(1'000'000);
    EXPECT_EQ(kept(), 1200) << "at seven days they are still kept";
    clock.time.milliseconds += 1150;
    run(1'000'000);
    EXPECT_EQ(kept(), 50);
}

TEST_F(RetentionJobTest, KeepsSoManyAndNoMoreOfTheNewest) {
    keep(10, {clock.time.milliseconds});
    run(10);
    EXPECT_EQ(kept(), 10);
    run(7);
    EXPECT_EQ(kept(), 7);
    run(7);
    EXPECT_EQ(kept(), 7);
    keep(1, {clock.time.milliseconds + 100});
    run(1);
    EXPECT_EQ(kept(), 1);
}

TEST_F(RetentionJobTest, DeletesDoneDeliveriesAfter30DaysAndOthersAfter90) {
    using State = domain::DeliveryState;
    const auto write = [&](auto work) {
        return storage::write_and_wait(
                   *database,
                   [&](storage::Transaction& transaction) { return base::Result<std::size_t>(work(transaction)); })
            .value();
    };
    std::int64_t number = 0;
    for (const auto state : {State::Done, State::Dead, State::Skipped, State::Waiting}) {
        domain::Delivery delivery{.id = {++number}, .visit = number, .due_at = clock.time};
        if (state != State::Waiting) { domain::end_unsent(delivery, state, "because", clock.time); }
        write([&](auto& transaction) { return storage::insert_delivery(transaction, delivery) ? 1U : 0U; });
    }
    const auto left = [&] {
        return write([](auto& transaction) { return storage::list_deliveries(transaction, {}, {}).items.size(); });
    };
    const auto days = [](int count) { return std::chrono::milliseconds(std::chrono::hours(24 * count)).count(); };
    const auto began_at = clock.time.milliseconds;
    clock.time.milliseconds = began_at + days(30);
    run(0);
    EXPECT_EQ(left(), 4U);
    clock.time.milliseconds = began_at + days(30) + 1;
    run(0);
    EXPECT_EQ(left(), 3U);
    clock.time.milliseconds = began_at + days(90) + 1;
    run(0);
    EXPECT_EQ(left(), 1U) << "what waits has not ended";
}

TEST_F(RetentionJobTest, DeletesStepsOfRunsAfter400Days) {
    constexpr base::Id contact{1};
    constexpr base::Id run{2};
    const auto add_step = [&](std::int64_t number) {
        const auto added = storage::write_and_wait(*database, [&](storage::Transaction& transaction) {
            storage::insert_step(transaction, contact, run, {.number = number, .node = "wait", .at = clock.time});
            return base::Result(true);
        });
        ASSERT_TRUE(added);
    };
    add_step(1);
    clock.time.milliseconds += std::chrono::milliseconds(std::chrono::hours(24)).count();
    add_step(2);
    clock.time.milliseconds += std::chrono::milliseconds(std::chrono::hours(399 * 24)).count() + 1;
    RetentionJob(*database, clock, Retention()).run();
    const auto left = storage::write_and_wait(*database, [&](storage::Transaction& transaction) {
        return base::Result(storage::steps_of(transaction, contact, run, 0, 10));
    });
    ASSERT_EQ(left.value().size(), 1U);
    EXPECT_EQ(left.value().front().number, 2);
}

TEST_F(RetentionJobTest, DeletesRunsThatEnded400DaysAgo) {
    constexpr base::Id contact{1};
    const auto in_transaction = [&](auto work) {
        return storage::write_and_wait(
                   *database, [&](storage::Transaction& transaction) { return base::Result(work(transaction)); })
            .value();
    };
    const auto began_at = clock.time;
    const auto day = std::chrono::milliseconds(std::chrono::hours(24)).count();
    const auto add_run = [&](int number, std::optional<std::int64_t> ended_after_days) {
        storage::StoredRun run{.contact = contact,
                               .id = {base::Id::first_at(began_at).number + number},
                               .workflow = {7},
                               .version = 1,
                               .node = "end",
                               .started_at = began_at,
                               .body = "{}"};
        if (ended_after_days) {
            run.state = domain::RunState::Ended;
            run.outcome = domain::RunOutcome::Finished;
            run.ended_at = base::Instant{began_at.milliseconds + *ended_after_days * day};
        }
        in_transaction([&](auto& transaction) {
            storage::insert_run(transaction, run);
            return true;
        });
    };
    add_run(1, 0);
    add_run(2, 1);
    add_run(3, std::nullopt);
    const auto left = [&] {
        std::vector<std::int64_t> numbers;
        const auto runs =
            in_transaction([&](auto& transaction) { return storage::list_runs_of(transaction, contact, {}).items; });
        for (const auto& run : runs) { numbers.push_back(run.id.number - base::Id::first_at(began_at).number); }
        return numbers;
    };
    clock.time.milliseconds = began_at.milliseconds + 400 * day;
    RetentionJob(*database, clock, Retention()).run();
    EXPECT_EQ(left(), (std::vector<std::int64_t>{3, 2, 1}));
    clock.time.milliseconds += 1;
    RetentionJob(*database, clock, Retention()).run();
    EXPECT_EQ(left(), (std::vector<std::int64_t>{3, 2}));
    clock.time.milliseconds += 10 * day;
    RetentionJob(*database, clock, Retention()).run();
    EXPECT_EQ(left(), std::vector<std::int64_t>{3}) << "who still waits has not ended";
}

TEST_F(RetentionJobTest, FindsNothingToDoInAnEmptyStore) {
    run(0);
    EXPECT_EQ(kept(), 0);
}

}  // namespace
}  // namespace tradewind::jobs
