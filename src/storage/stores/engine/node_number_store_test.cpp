#include "storage/stores/engine/node_number_store.h"

#include <gtest/gtest.h>

#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_version_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::node_number_store_test {
namespace {

constexpr Query count_changes{.name = "test.count_node_number_changes",
                              .sql = "SELECT count(*) FROM node_number_changes"};
constexpr Query count_numbers{.name = "test.count_node_numbers", .sql = "SELECT count(*) FROM node_numbers"};
// As it was written before there were changes.
constexpr Query fill_numbers{.name = "test.fill_node_numbers",
                             .sql = R"(INSERT INTO node_numbers (workflow_id, node, what, name, bucket, number)
              VALUES (7, 'check', 'left', 'yes', $1, $2))"};

NodeNumber left(std::string name, std::int64_t number) {
    return {.node = "check", .what = "left", .name = std::move(name), .number = number};
}

class NodeNumberStore : public StoreTest {
  protected:
    void note(std::int64_t id, base::Id contact, base::Id workflow, std::vector<NodeNumber> numbers) {
        run([&](Transaction& transaction) {
            note_node_numbers(transaction,
                              {.id = {id}, .contact = contact, .workflow = workflow, .numbers = std::move(numbers)});
        });
    }
    std::vector<NodeNumber> numbers(base::Id workflow) {
        return run([&](Transaction& transaction) { return node_numbers(transaction, workflow); });
    }
    std::int64_t count(const Query& query) {
        return run([&](Transaction& transaction) {
            auto rows = transaction.query(query);
            return rows.next() ? rows.integer(0) : -1;
        });
    }
    void add_up(std::int64_t rows_max) {
        run([&](Transaction& transaction) {
            add_up_node_numbers(transaction, last_of_oldest_number_changes(transaction, rows_max).value());
        });
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, NodeNumberStore, both_engines, engine_name);

TEST_P(NodeNumberStore, WhatIsNotAddedUpYetIsThereForEveryReader) {
    note(1, {5}, {7}, {left("yes", 2), left("no \"\\\n", 1)});
    note(2, {6}, {7}, {left("yes", 3)});
    note(3, {5}, {8}, {left("yes", 9)});
    const std::vector all{left("no \"\\\n", 1), left("yes", 5)};
    EXPECT_EQ(numbers({7}), all);
    EXPECT_EQ(numbers({8}), std::vector{left("yes", 9)});
    add_up(2);
    EXPECT_EQ(count(count_changes), 1);
    EXPECT_EQ(numbers({7}), all);
    add_up(2);
    EXPECT_EQ(count(count_changes), 0);
    EXPECT_EQ(numbers({7}), all);
    EXPECT_EQ(numbers({8}), std::vector{left("yes", 9)});
    EXPECT_FALSE(run([](Transaction& transaction) { return last_of_oldest_number_changes(transaction, 2); }));
}

TEST_P(NodeNumberStore, RowsOfAnOlderVersionCount) {
    run([](Transaction& transaction) {
        transaction.execute(fill_numbers, {std::int64_t{0}, std::int64_t{3}});
        transaction.execute(fill_numbers, {std::int64_t{5}, std::int64_t{4}});
    });
    note(1, {5}, {7}, {left("yes", 2)});
    EXPECT_EQ(numbers({7}), std::vector{left("yes", 9)});
    add_up(1);
    EXPECT_EQ(numbers({7}), std::vector{left("yes", 9)});
}

TEST_P(NodeNumberStore, WhenAContactGoesItsNumbersStay) {
    note(1, {5}, {7}, {left("yes", 2)});
    note(2, {6}, {7}, {left("yes", 3)});
    run([](Transaction& transaction) { delete_runs_of_contact(transaction, {5}); });
    EXPECT_EQ(count(count_changes), 1);
    EXPECT_EQ(numbers({7}), std::vector{left("yes", 5)});
}

TEST_P(NodeNumberStore, WhenAWorkflowGoesSoDoItsNumbers) {
    note(1, {5}, {7}, {left("yes", 2)});
    add_up(1);
    note(2, {5}, {7}, {left("yes", 2)});
    run([](Transaction& transaction) { delete_workflow_parts(transaction, {7}); });
    EXPECT_EQ(count(count_changes) + count(count_numbers), 0);
}

}  // namespace
}  // namespace tradewind::storage::node_number_store_test
