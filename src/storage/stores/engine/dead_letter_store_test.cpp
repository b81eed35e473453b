#include "storage/stores/engine/dead_letter_store.h"

#include <gtest/gtest.h>

#include "storage/testing/store_test.h"

namespace tradewind::storage::dead_letter_store_test {
namespace {

constexpr Query fill_dead_letters{
    .name = "test.fill_dead_letters",
    .sql = R"(WITH RECURSIVE numbers (number) AS (
                  SELECT cast(1 as bigint) UNION ALL SELECT number + 1 FROM numbers WHERE number < $1)
              INSERT INTO dead_letters (id, contact_id, number, error, at)
              SELECT number, 1, 1, 'x', 1 FROM numbers)",
};
constexpr Query count_dead_letters{
    .name = "test.count_dead_letters",
    .sql = "SELECT count(*), min(id) FROM dead_letters",
};

class DeadLetterStore : public StoreTest {
  protected:
    void add(const DeadLetter& letter) {
        run([&](Transaction& transaction) { insert_dead_letter(transaction, letter); });
    }
    domain::Page<DeadLetter> list(const domain::PageRequest& page) {
        return run([&](Transaction& transaction) { return list_dead_letters(transaction, page); });
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, DeadLetterStore, both_engines, engine_name);

TEST_P(DeadLetterStore, KeepsWhatWasPutAsideUntilItsContactGoes) {
    const DeadLetter whole{.id = {2},
                           .contact = {7},
                           .number = 5,
                           .kind = domain::ActivityKind::CustomEvent,
                           .error = "no such field",
                           .at = {9}};
    const DeadLetter bare{.id = {1}, .contact = {8}, .number = 0, .error = "x", .at = {3}};
    add(bare);
    add(whole);
    EXPECT_EQ(list({}).items, (std::vector{whole, bare}));
    EXPECT_EQ(list({.page = 1,
                    .size = 2,
                    .cursor =
                        domain::ListCursor{
                            .direction = domain::Direction::Newer, .created_at = {}, .id = base::Id{1}.text()}})
                  .items,
              std::vector{whole});
    run([](Transaction& transaction) { delete_dead_letters_of(transaction, {7}); });
    EXPECT_EQ(list({}).items, std::vector{bare});
}

TEST_P(DeadLetterStore, TheOldestGoWhenThereAreTooMany) {
    run([](Transaction& transaction) { transaction.execute(fill_dead_letters, {dead_letters_max}); });
    add({.id = {dead_letters_max + 1}, .contact = {1}, .number = 1, .error = "x", .at = {1}});
    EXPECT_EQ(run([](Transaction& transaction) {
                  auto rows = transaction.query(count_dead_letters);
                  return rows.next() ? std::pair(rows.integer(0), rows.integer(1))
                                     : std::pair<std::int64_t, std::int64_t>();
              }),
              (std::pair<std::int64_t, std::int64_t>(dead_letters_max, 2)));
}

}  // namespace
}  // namespace tradewind::storage::dead_letter_store_test
