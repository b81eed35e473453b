#include "jobs/erasure_job.h"

#include <gtest/gtest.h>

#include "operations/operation_test.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::jobs {
namespace {

class ErasureJobTest : public operations::OperationTest {
  protected:
    ErasureJob job(storage::Database& asked) {
        return {{.database = asked, .clock = clock, .log = log, .figures = figures}, delay};
    }
    void erase() {
        in_transaction([this](auto& transaction) {
            storage::insert_erasure(
                transaction,
                {.id = sources.ids.next(), .email_hash = {}, .external_id_hash = {}, .erased_at = clock.now()});
            return true;
        });
    }
    bool has_erasures() {
        return in_transaction(
            [this](auto& transaction) { return storage::first_erasure_to_do(transaction, clock.now()).has_value(); });
    }

    static constexpr std::chrono::hours delay{12};
    base::Log log{base::LogFormat::Text, base::LogLevel::Error};
    JobFigures figures;
};

TEST_F(ErasureJobTest, WipesOnceAfterItsTime) {
    auto wipe = job(*database);
    EXPECT_FALSE(wipe.run());
    erase();
    clock.advance(delay - std::chrono::milliseconds(1));
    EXPECT_FALSE(wipe.run());
    EXPECT_EQ(figures.oldest_erasure.value(), std::chrono::milliseconds(delay).count() - 1);
    clock.advance(std::chrono::milliseconds(1));
    EXPECT_TRUE(has_erasures());
    EXPECT_TRUE(wipe.run());
    EXPECT_FALSE(has_erasures());
    EXPECT_EQ(figures.oldest_erasure.value(), 0);
    EXPECT_FALSE(wipe.run());
}

TEST_F(ErasureJobTest, LeavesTheNewOnesForTheNextTime) {
    auto wipe = job(*database);
    erase();
    clock.advance(delay);
    erase();
    EXPECT_TRUE(wipe.run());
    EXPECT_TRUE(has_erasures());
    EXPECT_FALSE(wipe.run());
    clock.advance(delay);
    EXPECT_TRUE(wipe.run());
    EXPECT_FALSE(has_erasures());
}

TEST_F(ErasureJobTest, WaitsForNoClockThatWasWrong) {
    clock.advance(std::chrono::hours(24 * 365));
    erase();
    clock.advance(-std::chrono::hours(24 * 365));
    EXPECT_TRUE(job(*database).run());
    EXPECT_FALSE(has_erasures());
    // A little ahead may be another process.
    clock.advance(ErasureJob::clock_tolerance);
    erase();
    clock.advance(-ErasureJob::clock_tolerance);
    EXPECT_FALSE(job(*database).run());
}

TEST_F(ErasureJobTest, TriesAgainWhatWasRefusedAndTellsHowLongItWaits) {
    erase();
    clock.advance(2 * delay);
    storage::RefusingDatabase refusing(*database);
    auto wipe = job(refusing);
    // All that comes after the question whether there is something to do.
    refusing.refuse(1, 1);
    EXPECT_FALSE(wipe.run());
    EXPECT_TRUE(has_erasures());
    EXPECT_EQ(figures.oldest_erasure.value(), std::chrono::milliseconds(2 * delay).count());
    EXPECT_TRUE(wipe.run());
    EXPECT_FALSE(has_erasures());
}

}  // namespace
}  // namespace tradewind::jobs
