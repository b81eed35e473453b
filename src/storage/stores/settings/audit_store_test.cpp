#include "storage/stores/settings/audit_store.h"

#include <gtest/gtest.h>

#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

class AuditStore : public testing::TestWithParam<TestEngine> {
  protected:
    domain::Page<AuditEntry> list(const domain::PageRequest& page) {
        return read_and_wait(*database,
                             [&](Transaction& transaction) -> base::Result<domain::Page<AuditEntry>> {
                                 return list_audit_entries(transaction, page);
                             })
            .take();
    }

    TestDatabase database{GetParam()};
};

TEST_P(AuditStore, ListsEntriesNewestFirstAndWalksBothWays) {
    EXPECT_TRUE(list({}).items.empty());
    ASSERT_TRUE(write_and_wait(*database, [](Transaction& transaction) -> base::Result<void> {
        for (std::int64_t number = 1; number <= 5; ++number) {
            insert_audit_entry(transaction,
                               {.id = {number << 22},
                                .at = {number},
                                .actor = {"someone"},
                                .action = "store.change",
                                .subject = "the store",
                                .changes = {{"name", {{R"("a \"b\"")", R"({"c":[1,2.5]})"}}}, {"\"odd\"", {}}}});
        }
        return {};
    }));
    const auto numbers = [](const domain::Page<AuditEntry>& page) {
        std::vector<std::int64_t> found;
        for (const auto& entry : page.items) { found.push_back(entry.at.milliseconds); }
        return found;
    };
    using Numbers = std::vector<std::int64_t>;
    domain::PageRequest request{.page = 1, .size = 2, .cursor = {}};
    const auto first = list(request);
    EXPECT_EQ(numbers(first), (Numbers{5, 4}));
    using Changes = std::vector<domain::AuditedChange>;
    EXPECT_EQ(first.items[0].changes, (Changes{{"name", {{R"("a \"b\"")", R"({"c":[1,2.5]})"}}}, {"\"odd\"", {}}}));
    EXPECT_EQ(first.items[0].actor.name, "someone");
    EXPECT_TRUE(first.has_older);
    EXPECT_FALSE(first.has_newer);
    const auto at = [](domain::Direction direction, const AuditEntry& entry) {
        return domain::ListCursor{.direction = direction, .created_at = entry.id.made_at(), .id = entry.id.text()};
    };
    request.cursor = at(domain::Direction::Older, first.items[1]);
    EXPECT_EQ(numbers(list(request)), (Numbers{3, 2}));
    request.cursor = at(domain::Direction::Newer, list(request).items[1]);
    const auto back = list(request);
    EXPECT_EQ(numbers(back), (Numbers{4, 3}));
    EXPECT_TRUE(back.has_newer);
    EXPECT_EQ(numbers(list({.page = 3, .size = 2, .cursor = {}})), (Numbers{1}));
}

INSTANTIATE_TEST_SUITE_P(Engines, AuditStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

}  // namespace
}  // namespace tradewind::storage
