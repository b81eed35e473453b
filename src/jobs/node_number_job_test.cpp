#include "jobs/node_number_job.h"

#include <gtest/gtest.h>

#include "storage/stores/engine/node_number_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::jobs {
namespace {

constexpr storage::Query count_number_changes{.name = "test.count_number_changes",
                                              .sql = "SELECT count(*) FROM node_number_changes"};

class NodeNumberJobTest : public testing::Test {
  protected:
    template <class Work>
    auto read(Work work) {
        return storage::read_and_wait(
                   *database, [&](storage::Transaction& transaction) { return base::Result(work(transaction)); })
            .value();
    }
    void note(std::int64_t id, std::int64_t number) {
        ASSERT_TRUE(storage::write_and_wait(*database, [&](storage::Transaction& transaction) -> base::Result<void> {
            storage::note_node_numbers(
                transaction, {.id = {id},
                              .contact = {id % 3 + 1},
                              .workflow = {7},
                              .numbers = {{.node = "wait", .what = "entered", .name = "", .number = number}}});
            return {};
        }));
    }
    std::int64_t changes() {
        return read([](storage::Transaction& transaction) {
            auto rows = transaction.query(count_number_changes);
            return rows.next() ? rows.integer(0) : -1;
        });
    }
    std::vector<storage::NodeNumber> numbers() {
        return read([](storage::Transaction& transaction) { return storage::node_numbers(transaction, {7}); });
    }

    storage::TestDatabase database;
};

TEST_F(NodeNumberJobTest, AddsUpAllInSlicesAndEachOnce) {
    for (std::int64_t id = 1; id <= 7; ++id) { note(id, id); }
    const std::vector<storage::NodeNumber> all{{.node = "wait", .what = "entered", .name = "", .number = 28}};
    EXPECT_EQ(numbers(), all);
    NodeNumberJob job(*database, 3);
    job.run();
    EXPECT_EQ(changes(), 0);
    EXPECT_EQ(numbers(), all);
    job.run();
    EXPECT_EQ(numbers(), all);
    note(8, 1);
    job.run();
    EXPECT_EQ(numbers().front().number, 29);
}

}  // namespace
}  // namespace tradewind::jobs
