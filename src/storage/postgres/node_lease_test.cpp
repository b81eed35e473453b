#include "storage/postgres/node_lease.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "storage/postgres/database.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

using std::chrono::milliseconds;

constexpr PostgresTimeouts patience{.statement_time_max = milliseconds(0), .silence_max = milliseconds(30'000)};

class PostgresNodeLeaseTest : public testing::Test {
  protected:
    PostgresNodeLeaseTest() { base::start_crypto(); }
    ~PostgresNodeLeaseTest() override { shared.remove_database(name); }
    void run(const std::string& sql) { connection.run_script(sql); }

    SharedTestPostgres& shared = SharedTestPostgres::instance();
    const std::string name = shared.make_database();
    PostgresConnection connection{shared.server().address(name), patience};
    base::SystemRandom random;
    TestClock clock;
};

TEST_F(PostgresNodeLeaseTest, GivesEveryProcessANumberOfItsOwn) {
    std::mutex mutex;
    std::set<int> nodes;
    std::vector<std::thread> processes;
    for (int number = 0; number < 16; ++number) {
        processes.emplace_back([&] {
            PostgresConnection own(shared.server().address(name), patience);
            PostgresNodeLease lease(clock, random, 1024);
            EXPECT_TRUE(lease.acquire(own).ok());
            EXPECT_TRUE(lease.is_held());
            const std::lock_guard lock(mutex);
            nodes.insert(lease.node());
        });
    }
    for (auto& process : processes) { process.join(); }
    EXPECT_EQ(nodes.size(), 16U);
    EXPECT_GE(*nodes.begin(), 0);
    EXPECT_LT(*nodes.rbegin(), 1024);
}

TEST_F(PostgresNodeLeaseTest, GivesANumberAgainOnlyWhenItWasReleasedOrRanOut) {
    PostgresNodeLease first(clock, random, 2);
    PostgresNodeLease second(clock, random, 2);
    PostgresNodeLease third(clock, random, 2);
    ASSERT_TRUE(first.acquire(connection).ok());
    ASSERT_TRUE(second.acquire(connection).ok());
    EXPECT_EQ(first.node(), 0);
    EXPECT_EQ(second.node(), 1);
    EXPECT_EQ(third.acquire(connection).error().kind, base::ErrorKind::Unavailable);
    EXPECT_FALSE(third.is_held());
    second.release(connection);
    EXPECT_FALSE(second.is_held());
    ASSERT_TRUE(third.acquire(connection).ok());
    EXPECT_EQ(third.node(), 1);

    run("UPDATE node_leases SET expires_at = 1 WHERE node = 0");
    ASSERT_TRUE(second.acquire(connection).ok());
    EXPECT_EQ(second.node(), 0);
    EXPECT_FALSE(first.renew(connection)) << "it is another's now";
    EXPECT_FALSE(first.is_held());
}

TEST_F(PostgresNodeLeaseTest, TakesTheNumberThatWasFreeForLongest) {
    PostgresNodeLease first(clock, random, 3);
    ASSERT_TRUE(first.acquire(connection).ok());
    first.release(connection);
    PostgresNodeLease second(clock, random, 3);
    ASSERT_TRUE(second.acquire(connection).ok());
    EXPECT_EQ(second.node(), 1) << "a number never used comes before one just released";
    run("UPDATE node_leases SET expires_at = node; INSERT INTO node_leases VALUES (2, 'x', 0)");
    PostgresNodeLease third(clock, random, 3);
    ASSERT_TRUE(third.acquire(connection).ok());
    EXPECT_EQ(third.node(), 0) << "of two equals the first";
}

TEST_F(PostgresNodeLeaseTest, IsHeldUntilItRunsOutAndIsRenewedInTime) {
    PostgresNodeLease lease(clock, random, 4);
    ASSERT_TRUE(lease.acquire(connection).ok());
    EXPECT_FALSE(lease.is_due());
    clock.turn(PostgresNodeLease::renewal_interval);
    EXPECT_TRUE(lease.is_due());
    ASSERT_TRUE(lease.renew(connection));
    EXPECT_FALSE(lease.is_due());
    clock.turn(PostgresNodeLease::duration - milliseconds(1));
    EXPECT_TRUE(lease.is_held());
    clock.turn(milliseconds(1));
    EXPECT_FALSE(lease.is_held());
    run("UPDATE node_leases SET expires_at = 1");
    EXPECT_TRUE(lease.renew(connection)) << "nobody took it meanwhile";
    EXPECT_TRUE(lease.is_held());
}

TEST(PostgresDatabaseLease, KeepsProcessesApartAndIsReleasedAtTheEnd) {
    TestDatabase database(TestEngine::Postgres);
    base::SystemClock clock;
    base::SystemRandom random;
    base::Log log(base::LogFormat::Text, base::LogLevel::Error);
    const auto open = [&] {
        auto options = database.postgres_options();
        options.nodes = 3;  // One is held by the test database itself.
        return PostgresDatabase::open(std::move(options), clock, random, log);
    };
    auto one = open().take();
    auto other = open().take();
    EXPECT_NE(one->node(), other->node());
    EXPECT_EQ(open().error().kind, base::ErrorKind::Unavailable);
    const auto freed = one->node();
    one.reset();
    EXPECT_EQ(open().take()->node(), freed);
}

TEST(PostgresDatabaseLease, EndsTheProcessThatLostIt) {
    TestClock clock;
    TestDatabase database(TestEngine::Postgres);
    base::SystemRandom random;
    base::Log log(base::LogFormat::Text, base::LogLevel::Error);
    std::promise<std::string> fatal;
    auto options = database.postgres_options();
    options.watch_interval = milliseconds(5);
    options.on_fatal = [&](std::string_view cause) { fatal.set_value(std::string(cause)); };
    const auto loser = PostgresDatabase::open(std::move(options), clock, random, log).take();
    write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
        static constexpr Query steal{.name = "steal", .sql = "UPDATE node_leases SET holder = 'thief' WHERE node = $1"};
        transaction.execute(steal, {static_cast<std::int64_t>(loser->node())});
        return {};
    }).take();
    clock.turn(PostgresNodeLease::renewal_interval);
    EXPECT_EQ(fatal.get_future().get(), "another process holds the node number of this one");
    const auto refused = write_and_wait(*loser, [](Transaction&) -> base::Result<void> { return {}; });
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Unavailable);
    EXPECT_EQ(refused.error().outcome, base::Outcome::None);
}

}  // namespace
}  // namespace tradewind::storage
