#include "storage/stores/engine/run_store.h"

#include <gtest/gtest.h>

#include "storage/stores/engine/change_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage::run_store_test {
namespace {

using Ids = std::vector<std::int64_t>;
using State = domain::RunState;

class RunStore : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto run(Work work) {
        using Value = std::invoke_result_t<Work&, Transaction&>;
        return write_and_wait(*database,
                              [&](Transaction& transaction) { return base::Result<Value>(work(transaction)); })
            .take();
    }
    void add(std::int64_t contact, std::int64_t id, State state = State::Waiting, const std::string& node = "wait") {
        StoredRun stored{.contact = {contact},
                         .id = {id},
                         .workflow = {5},
                         .version = 1,
                         .state = state,
                         .node = node,
                         .body = "{}"};
        if (state == State::Ended) { stored.outcome = domain::RunOutcome::Finished; }
        run([&](Transaction& transaction) {
            insert_run(transaction, stored);
            return true;
        });
    }
    static Ids ids_of(const std::vector<StoredRun>& runs) {
        Ids ids;
        for (const auto& one : runs) { ids.push_back(one.id.number); }
        return ids;
    }

    TestDatabase database{GetParam()};
};

domain::PageRequest page_of(std::int64_t size, std::int64_t number = 1) {
    return {.page = number, .size = size, .cursor = {}};
}
domain::PageRequest page_from(std::int64_t size, domain::Direction direction, std::int64_t id) {
    return {.size = size,
            .cursor = domain::ListCursor{.direction = direction, .created_at = {}, .id = base::Id{id}.text()}};
}

TEST_P(RunStore, ListsAreNewestFirstAndEndedRunsAreAtNoNode) {
    for (const std::int64_t id : {11, 12, 13, 14}) { add(7, id); }
    add(7, 15, State::Ended);
    add(7, 16, State::Waiting, "other");
    add(8, 17);
    const auto of_contact = [&](const domain::PageRequest& page) {
        return run([&](Transaction& transaction) { return list_runs_of(transaction, {7}, page); });
    };
    const auto at_node = [&](const domain::PageRequest& page) {
        return run([&](Transaction& transaction) { return list_open_runs_at(transaction, {5}, "wait", page); });
    };
    EXPECT_EQ(ids_of(of_contact({}).items), (Ids{16, 15, 14, 13, 12, 11}));
    EXPECT_EQ(ids_of(at_node({}).items), (Ids{17, 14, 13, 12, 11}));
    EXPECT_EQ(ids_of(of_contact(page_of(2, 2)).items), (Ids{14, 13}));
    EXPECT_EQ(ids_of(at_node(page_of(2, 2)).items), (Ids{13, 12}));
    const auto older = at_node(page_from(2, domain::Direction::Older, 12));
    EXPECT_EQ(ids_of(older.items), Ids{11});
    EXPECT_FALSE(older.has_older);
    const auto newer = at_node(page_from(2, domain::Direction::Newer, 12));
    EXPECT_EQ(ids_of(newer.items), (Ids{14, 13}));
    EXPECT_TRUE(newer.has_newer);
    EXPECT_EQ(ids_of(of_contact(page_from(2, domain::Direction::Newer, 12)).items), (Ids{14, 13}));
}

TEST_P(RunStore, TheStateOfItsWorkIsItsNewestChangeAndTheRevisionsOfItsOpenRuns) {
    const auto state = [&] { return run([](Transaction& transaction) { return work_state_of(transaction, {7}); }); };
    EXPECT_EQ(state().newest_change, 0);
    EXPECT_TRUE(state().open_revisions.empty());
    add(7, 11);
    add(7, 12);
    add(7, 13, State::Ended);
    add(8, 14);
    run([](Transaction& transaction) {
        for (const std::int64_t number : {31, 32}) {
            queue_change(transaction, {.contact = {7}, .number = number, .change = {}});
        }
        queue_change(transaction, {.contact = {8}, .number = 33, .change = {}});
        auto stored = open_runs_of(transaction, {7}).front();
        return update_run(transaction, stored);
    });
    EXPECT_EQ(state().newest_change, 32);
    EXPECT_EQ(state().open_revisions, (std::map<std::int64_t, std::int64_t>{{11, 1}, {12, 0}}));
}

TEST_P(RunStore, TheLastRunIsOneThatIsOpenIfThereIsOne) {
    const auto last = [&](std::int64_t workflow) {
        const auto found = run([&](Transaction& transaction) { return find_last_run(transaction, {7}, {workflow}); });
        return found ? found->id.number : 0;
    };
    EXPECT_EQ(last(5), 0);
    add(7, 11, State::Ended);
    add(7, 13, State::Ended);
    EXPECT_EQ(last(5), 13);
    add(7, 12);
    EXPECT_EQ(last(5), 12);
    EXPECT_EQ(last(6), 0);
}

TEST_P(RunStore, TheLastStepIsTheOneWithTheLargestNumber) {
    const StoredRun found{.contact = {7}, .id = {11}};
    const auto last = [&] { return run([&](Transaction& transaction) { return last_step_of(transaction, found); }); };
    EXPECT_EQ(last(), std::nullopt);
    const StoredStep second{.number = 2, .node = "b", .visit = 1, .at = {5}, .is_failed = true, .reason = "limit"};
    run([&](Transaction& transaction) {
        insert_step(transaction, found.contact, found.id, second);
        insert_step(transaction, found.contact, found.id, {.number = 1, .node = "a", .visit = 1, .at = {9}});
        return true;
    });
    EXPECT_EQ(last(), second);
}

INSTANTIATE_TEST_SUITE_P(Engines, RunStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage::run_store_test
