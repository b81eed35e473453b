#include <gtest/gtest.h>

#include "storage/postgres/transaction.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

using std::chrono::milliseconds;

constexpr Query name_contact{.name = "test.name_contact", .sql = "UPDATE contacts SET name = 'Ada' WHERE id = $1"};
constexpr Query forget_entries{.name = "test.forget_entries", .sql = "DELETE FROM activities WHERE contact_id = $1"};
constexpr Query forget_all_before{.name = "test.forget_all", .sql = "DELETE FROM activities WHERE contact_id < $1"};
constexpr Query forget_email{.name = "test.forget_email", .sql = "DELETE FROM contact_emails WHERE email_key = $1"};
constexpr Query forget_sales{.name = "test.forget_sales", .sql = "DELETE FROM product_sales WHERE product = $1"};

struct Write {
    const Query& query;
    std::int64_t whose = 1;
};

// A cluster commits in two phases when it is asked to. Any PostgreSQL can be asked, and tells so.
class TwoPhases : public testing::Test {
  protected:
    bool are_asked_for(PostgresKind kind, const std::vector<Write>& writes) {
        constexpr const char* asked_sql =
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO contact_samples%WHERE 0 = "
            "1'";
        PostgresConnection connection(database.postgres_options().address,
                                      {.statement_time_max = milliseconds(0), .silence_max = milliseconds(30'000)});
        connection.set_kind(kind);
        if (kind == PostgresKind::Cluster) { connection.use_cluster(cluster); }
        PostgresTransaction transaction(connection, PostgresAccess::Write, clock);
        for (const auto& write : writes) { transaction.execute(write.query, {write.whose}); }
        transaction.commit(milliseconds(10'000));
        return connection.rows_of(asked_sql, {}).at(0).at(0) == "1";
    }

    const base::SystemClock clock;
    const TestDatabase database{TestEngine::Postgres};
    const PostgresCluster cluster{.pair_functions = {}, .tables_beside_contacts = {"contacts", "activities"}};
};

TEST_F(TwoPhases, AreAskedForWhenWritesMayBeOnSeveralMachines) {
    EXPECT_TRUE(are_asked_for(PostgresKind::Cluster, {{name_contact}, {forget_email}}));
    EXPECT_TRUE(are_asked_for(PostgresKind::Cluster, {{forget_email}, {forget_entries}, {name_contact}}));
    EXPECT_TRUE(are_asked_for(PostgresKind::Cluster, {{forget_email}, {forget_sales}}));
    EXPECT_TRUE(are_asked_for(PostgresKind::Cluster, {{name_contact}, {forget_all_before}}));
}

TEST_F(TwoPhases, AreAskedForWhenSeveralContactsAreWritten) {
    EXPECT_TRUE(are_asked_for(PostgresKind::Cluster, {{name_contact, 1}, {name_contact, 2}}));
    EXPECT_TRUE(are_asked_for(PostgresKind::Cluster, {{name_contact, 1}, {forget_entries, 0}, {name_contact, 1}}));
}

TEST_F(TwoPhases, CostNothingWhereOneMachineIsWrittenOn) {
    EXPECT_FALSE(are_asked_for(PostgresKind::Cluster, {{forget_entries}, {name_contact}})) << "both are of one contact";
    EXPECT_FALSE(are_asked_for(PostgresKind::Cluster, {{forget_email}}));
    EXPECT_FALSE(are_asked_for(PostgresKind::Single, {{name_contact}, {forget_email}, {forget_sales, 2}}));
}

}  // namespace
}  // namespace tradewind::storage
