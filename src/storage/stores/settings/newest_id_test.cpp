#include "storage/stores/settings/newest_id.h"

#include <gtest/gtest.h>

#include <string>

#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

class NewestId : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    base::Id after(Work work) {
        return write_and_wait(*database,
                              [&](Transaction& transaction) -> base::Result<base::Id> {
                                  work(transaction);
                                  return find_newest_id(transaction);
                              })
            .take();
    }

    TestDatabase database{GetParam()};
};

TEST_P(NewestId, IsTheLargestOfAllTables) {
    EXPECT_EQ(after([](Transaction&) {}), base::Id{}) << "of an empty database";
    EXPECT_EQ(after([](Transaction& transaction) {
                  insert_erasure(transaction, {.id = {77}, .email_hash = {}, .external_id_hash = {}, .erased_at = {1}});
              }),
              base::Id{77});
    const auto add_entry = [&](std::int64_t number) {
        return after([number](Transaction& transaction) {
            insert_audit_entry(transaction, {.id = {number},
                                             .at = {1},
                                             .actor = {"someone"},
                                             .action = "store.change",
                                             .subject = "the store",
                                             .changes = {}});
        });
    };
    EXPECT_EQ(add_entry(5), base::Id{77});
    EXPECT_EQ(add_entry(1'000), base::Id{1'000});
    EXPECT_EQ(after([](Transaction& transaction) {
                  insert_activity(transaction, {.id = {2'000}, .contact = {3}, .kind = {}, .at = {1}});
              }),
              base::Id{2'000})
        << "a store that only receives events has its newest ids there";
}

INSTANTIATE_TEST_SUITE_P(Engines, NewestId, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage
