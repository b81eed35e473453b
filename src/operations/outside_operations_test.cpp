#include "operations/outside_operations.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/id.h"
#include "base/random.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::operations {
namespace {

constexpr base::Instant today{1'800'000'000'000};

base::Instant after(std::int64_t milliseconds) {
    return {today.milliseconds + milliseconds};
}

class OutsideOperations : public ::testing::Test {
  protected:
    void check_home(const Arrival& arrival) {
        storage::write_and_wait(*database_, [&](storage::Transaction& transaction) -> base::Result<void> {
            operations::check_home(transaction, arrival);
            return {};
        }).take();
    }
    void confirm() {
        storage::write_and_wait(*database_, [&](storage::Transaction& transaction) {
            return confirm_live(transaction, sources_, {"control-socket"});
        }).take();
    }
    // Empty when there is none.
    std::string hold() {
        return storage::read_and_wait(*database_,
                                      [](storage::Transaction& transaction) -> base::Result<std::string> {
                                          const auto found = storage::find_hold(transaction);
                                          EXPECT_EQ(storage::may_reach_outside(transaction), !found.has_value());
                                          return found ? found->because : std::string();
                                      })
            .take();
    }

    storage::TestDatabase database_;
    base::SystemClock clock_;
    base::SystemRandom random_;
    base::IdSource ids_{clock_, 0};
    base::Sources sources_{.clock = clock_, .random = random_, .ids = ids_};
};

TEST_F(OutsideOperations, ANewDatabaseMayReachOutAndSoItMayAfterEachRestart) {
    check_home({.home = "here", .now = today});
    check_home({.home = "here", .now = after(1)});
    check_home({.home = "here", .now = after(100'000'000'000), .directory_seen_at = after(1)});
    EXPECT_EQ(hold(), "");
}

TEST_F(OutsideOperations, OneThatIsElsewhereIsHeldUntilSomebodyConfirmsIt) {
    check_home({.home = "here", .now = today});
    check_home({.home = "there", .now = after(1)});
    EXPECT_NE(hold().find("not where it was"), std::string::npos);
    check_home({.home = "there", .now = after(2)});
    EXPECT_NE(hold(), "") << "a restart is no confirmation";
    confirm();
    EXPECT_EQ(hold(), "");
    check_home({.home = "there", .now = after(3)});
    EXPECT_EQ(hold(), "") << "it is at home there now";
}

TEST_F(OutsideOperations, OneThatWasRestoredIsHeldEvenWhenNobodyKnowsWhereItWas) {
    check_home({.home = "here", .now = today, .was_restored = true});
    EXPECT_NE(hold().find("restored"), std::string::npos);
}

TEST_F(OutsideOperations, OneThatDoesNotKnowOfErasuresIsHeld) {
    check_home({.home = "here", .now = today, .lacks_known_erasures = true});
    EXPECT_NE(hold().find("log of erasures"), std::string::npos);
}

TEST_F(OutsideOperations, AClockThatIsFarBehindHoldsIt) {
    check_home({.home = "here", .now = today});
    check_home({.home = "here", .now = after(-clock_tolerance_milliseconds)});
    EXPECT_EQ(hold(), "") << "clocks are set right all the time";
    check_home({.home = "here", .now = after(-clock_tolerance_milliseconds - 1)});
    EXPECT_NE(hold().find("clock"), std::string::npos);
}

TEST_F(OutsideOperations, OneThatIsOlderThanItsDirectoryIsHeld) {
    check_home({.home = "here", .now = today});
    check_home({.home = "here", .now = after(0), .directory_seen_at = after(clock_tolerance_milliseconds)});
    EXPECT_EQ(hold(), "");
    check_home({.home = "here", .now = after(1), .directory_seen_at = after(clock_tolerance_milliseconds + 2)});
    EXPECT_NE(hold().find("older than its data directory"), std::string::npos);
}

TEST_F(OutsideOperations, TheFirstReasonStaysAndAConfirmationIsAuditedOnce) {
    check_home({.home = "here", .now = today});
    check_home({.home = "there", .now = after(1)});
    check_home({.home = "elsewhere", .now = after(2), .was_restored = true});
    EXPECT_NE(hold().find("not where it was"), std::string::npos);
    confirm();
    confirm();
    const auto audited = storage::read_and_wait(*database_, [](storage::Transaction& transaction) {
                             return base::Result(storage::list_audit_entries(transaction, {}));
                         }).take();
    ASSERT_EQ(audited.items.size(), 1U);
    EXPECT_EQ(audited.items[0].action, "outside.confirm-live");
    EXPECT_EQ(audited.items[0].actor.name, "control-socket");
}

}  // namespace
}  // namespace tradewind::operations
