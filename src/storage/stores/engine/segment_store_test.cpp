#include "storage/stores/engine/segment_store.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "storage/stores/engine/segment_member_store.h"
#include "storage/testing/store_test.h"
#include "storage/testing/test_plans.h"

namespace tradewind::storage {
namespace {

constexpr Query count_members{.name = "test.count_members", .sql = "SELECT count(*) FROM segment_members"};
constexpr Query count_changes{.name = "test.count_changes", .sql = "SELECT count(*) FROM segment_member_changes"};
constexpr Query count_segment_rows{.name = "test.count_segment_rows", .sql = "SELECT count(*) FROM segments"};

base::Id id(std::int64_t number) {
    return {number << 22};
}

class SegmentStore : public StoreTest {
  protected:
    void make_segment(base::Id segment) {
        run([&](Transaction& transaction) {
            insert_segment(transaction, {.id = segment,
                                         .name = "S" + segment.text(),
                                         .description = {},
                                         .created_at = segment.made_at(),
                                         .updated_at = segment.made_at(),
                                         .member_set = segment});
        });
    }
    void remove_segment(base::Id segment) {
        run([&](Transaction& transaction) { delete_segment(transaction, lock_segment(transaction, segment).value()); });
    }
    void add_members(base::Id segment, std::int64_t first, std::int64_t last) {
        run([&](Transaction& transaction) {
            for (auto number = first; number <= last; ++number) {
                EXPECT_TRUE(insert_set_member(transaction, segment, {.contact = id(number), .entered_at = {number}}));
                note_set_change(transaction, segment, id(number), 1);
            }
        });
    }
    std::int64_t count(const Query& query) {
        return run([&](Transaction& transaction) {
            auto rows = transaction.query(query);
            return rows.next() ? rows.integer(0) : -1;
        });
    }
    std::int64_t members(base::Id segment) {
        return run([&](Transaction& transaction) { return find_segment(transaction, segment).value().members; });
    }
};

using Numbers = std::vector<std::int64_t>;

Numbers numbers(const std::vector<domain::SegmentMember>& found) {
    Numbers all;
    for (const auto& member : found) { all.push_back(member.contact.number >> 22); }
    return all;
}

TEST_P(SegmentStore, CountsTheSameBeforeAndAfterTheChangesAreAddedUp) {
    make_segment(id(1));
    make_segment(id(2));
    add_members(id(1), 1, 7);
    run([&](Transaction& transaction) {
        EXPECT_TRUE(delete_set_member(transaction, id(1), id(3)));
        EXPECT_FALSE(delete_set_member(transaction, id(1), id(3)));
        note_set_change(transaction, id(1), id(100), -1);
    });
    EXPECT_EQ(members(id(1)), 6);
    EXPECT_EQ(run(sets_to_add_up), std::vector{id(1)});
    EXPECT_FALSE(run([](Transaction& transaction) { return add_up_set(transaction, id(1)); })) << "there were few";
    EXPECT_EQ(count(count_changes), 0);
    EXPECT_EQ(members(id(1)), 6);
    EXPECT_EQ(members(id(2)), 0);
    EXPECT_FALSE(run([](Transaction& transaction) { return add_up_set(transaction, id(1)); }));
    EXPECT_TRUE(run(sets_to_add_up).empty());
}

TEST_P(SegmentStore, AddsUpABoundedNumberOfChangesAtATime) {
    make_segment(id(1));
    add_members(id(1), 1, added_up_changes + 1);
    EXPECT_TRUE(run([](Transaction& transaction) { return add_up_set(transaction, id(1)); }));
    EXPECT_EQ(count(count_changes), 1);
    EXPECT_EQ(members(id(1)), added_up_changes + 1);
    EXPECT_FALSE(run([](Transaction& transaction) { return add_up_set(transaction, id(1)); }));
    EXPECT_EQ(count(count_changes), 0);
}

TEST_P(SegmentStore, WalksItsMembersBothWays) {
    make_segment(id(1));
    make_segment(id(2));
    add_members(id(1), 1, 5);
    add_members(id(2), 3, 9);
    const auto list = [&](const domain::PageRequest& page) {
        return run([&](Transaction& transaction) { return list_segment_members(transaction, id(1), page); });
    };
    const auto at = [](domain::Direction direction, std::int64_t number) {
        return domain::ListCursor{.direction = direction, .created_at = id(number).made_at(), .id = id(number).text()};
    };
    const auto first = list({.page = 1, .size = 2, .cursor = {}});
    EXPECT_EQ(numbers(first.items), (Numbers{5, 4}));
    EXPECT_EQ(first.items[0].entered_at.milliseconds, 5);
    EXPECT_TRUE(first.has_older);
    EXPECT_FALSE(first.has_newer);
    EXPECT_EQ(numbers(list({.page = 2, .size = 2, .cursor = {}}).items), (Numbers{3, 2}));
    const auto last = list({.page = 3, .size = 2, .cursor = at(domain::Direction::Older, 2)});
    EXPECT_EQ(numbers(last.items), (Numbers{1}));
    EXPECT_FALSE(last.has_older);
    EXPECT_EQ(numbers(list({.page = 1, .size = 2, .cursor = at(domain::Direction::Newer, 2)}).items), (Numbers{4, 3}));
    const auto after = [&](base::Id contact) {
        return run([&](Transaction& transaction) { return segment_members_after(transaction, id(1), contact, 3); });
    };
    EXPECT_EQ(numbers(after({})), (Numbers{1, 2, 3}));
    EXPECT_EQ(numbers(after(id(3))), (Numbers{4, 5}));
    EXPECT_TRUE(after(id(5)).empty());
}

TEST_P(SegmentStore, ListsTheLivingNewestFirst) {
    for (std::int64_t number = 1; number <= 4; ++number) { make_segment(id(number)); }
    remove_segment(id(3));
    const auto list = [&](const domain::PageRequest& page) {
        Numbers found;
        for (const auto& segment :
             run([&](Transaction& transaction) { return list_segments(transaction, page); }).items) {
            found.push_back(segment.id.number >> 22);
        }
        return found;
    };
    EXPECT_EQ(list({.page = 1, .size = 2, .cursor = {}}), (Numbers{4, 2}));
    EXPECT_EQ(list({.page = 2, .size = 2, .cursor = {}}), (Numbers{1}));
    EXPECT_EQ(
        list({.page = 1,
              .size = 2,
              .cursor =
                  domain::ListCursor{.direction = domain::Direction::Newer, .created_at = {}, .id = id(1).text()}}),
        (Numbers{4, 2}));
    EXPECT_EQ(run(count_segments), 3);
}

TEST_P(SegmentStore, ListsTheSegmentsOfAContact) {
    for (std::int64_t number = 1; number <= 3; ++number) {
        make_segment(id(number));
        add_members(id(number), 8, 8);
    }
    const auto list = [&](const domain::PageRequest& page) {
        return run([&](Transaction& transaction) { return list_contact_segments(transaction, id(8), page); });
    };
    const auto first = list({.page = 1, .size = 2, .cursor = {}});
    ASSERT_EQ(first.items.size(), 2U);
    EXPECT_EQ(first.items[0].segment, id(3));
    EXPECT_EQ(first.items[0].name, "S" + id(3).text());
    EXPECT_EQ(first.items[0].entered_at.milliseconds, 8);
    EXPECT_TRUE(first.has_older);
    const auto back = list(
        {.page = 1,
         .size = 2,
         .cursor = domain::ListCursor{.direction = domain::Direction::Newer, .created_at = {}, .id = id(1).text()}});
    ASSERT_EQ(back.items.size(), 2U);
    EXPECT_EQ(back.items[1].segment, id(2));
    EXPECT_EQ(run([](Transaction& transaction) { return delete_set_memberships(transaction, id(8)); }).size(), 3U);
    EXPECT_TRUE(list({}).items.empty());
}

TEST_P(SegmentStore, RemovesWhatADeletedSegmentLeftInSlices) {
    make_segment(id(1));
    make_segment(id(2));
    add_members(id(1), 1, removed_set_rows_max + 1);
    add_members(id(2), 1, 1);
    remove_segment(id(1));
    EXPECT_FALSE(run([](Transaction& transaction) { return find_segment(transaction, id(1)).has_value(); }));
    EXPECT_FALSE(run([](Transaction& transaction) { return hold_segment(transaction, id(1)).has_value(); }));
    EXPECT_EQ(count(count_segment_rows), 1);
    EXPECT_EQ(run(unused_sets), std::vector{id(1)});
    EXPECT_TRUE(run([](Transaction& transaction) { return remove_unused_set(transaction, id(1)); }));
    EXPECT_EQ(count(count_members), 2);
    EXPECT_FALSE(run([](Transaction& transaction) { return remove_unused_set(transaction, id(1)); }));
    EXPECT_EQ(count(count_members), 1);
    EXPECT_EQ(count(count_changes), 1);
    EXPECT_TRUE(run(unused_sets).empty());
    EXPECT_EQ(members(id(2)), 1);
}

TEST_P(SegmentStore, KnowsTheSetsOfAContactAndWhoIsInOne) {
    add_members(id(1), 8, 9);
    add_members(id(2), 8, 8);
    EXPECT_EQ(run([](Transaction& transaction) { return sets_of(transaction, id(8)); }), (std::vector{id(1), id(2)}));
    EXPECT_EQ(run([](Transaction& transaction) { return sets_of(transaction, id(9)); }), (std::vector{id(1)}));
    EXPECT_TRUE(run([](Transaction& transaction) { return is_member(transaction, id(2), id(8)); }));
    EXPECT_FALSE(run([](Transaction& transaction) { return is_member(transaction, id(2), id(9)); }));
}

TEST_P(SegmentStore, WhoWasInTheSetBeforeEnteredTheNextOneThen) {
    add_members(id(1), 1, 2);
    add_members(id(2), 3, 3);
    const auto insert = [&](std::optional<base::Id> before) {
        return run([&](Transaction& transaction) {
            return insert_built_members(
                transaction,
                {.set = id(2), .before = before, .now = {99}, .contacts = {id(2).number, id(3).number, id(4).number}});
        });
    };
    EXPECT_EQ(insert(id(1)), 2) << "one was in it already";
    EXPECT_EQ(insert({}), 0);
    make_segment(id(2));
    std::vector<std::int64_t> entered;
    for (const auto& member :
         run([](Transaction& transaction) { return segment_members_after(transaction, id(2), {}, 10); })) {
        entered.push_back(member.entered_at.milliseconds);
    }
    EXPECT_EQ(entered, (std::vector<std::int64_t>{2, 3, 99}));
}

TEST_P(SegmentStore, TwoSetsAreComparedInParts) {
    add_members(id(1), 1, 6);
    add_members(id(2), 4, 12);
    for (const std::int64_t rows_max : {1, 2, 3, 100}) {
        std::vector<SetDifference> found;
        std::optional<base::Id> place = base::Id{};
        int parts = 0;
        while (place) {
            const auto part = run([&](Transaction& transaction) {
                return set_differences(transaction, {.before = id(1), .now = id(2)}, *place, rows_max);
            });
            found.insert(found.end(), part.found.begin(), part.found.end());
            place = part.next;
            ++parts;
        }
        std::vector<SetDifference> expected;
        for (const auto gone : {1, 2, 3}) { expected.push_back({.contact = id(gone), .is_in_new = false}); }
        for (auto come = 7; come <= 12; ++come) { expected.push_back({.contact = id(come), .is_in_new = true}); }
        EXPECT_EQ(found, expected) << rows_max;
        EXPECT_EQ(parts == 1, rows_max == 100);
    }
}

TEST(SegmentStorePlans, OnSqliteNoTableThatGrowsIsWalkedOver) {
    const auto plans = sqlite_plans([](const ListedQuery& listed) {
        return listed.file.find("stores/engine/") != std::string_view::npos && listed.engines != QueryEngines::Postgres;
    });
    ASSERT_GE(plans.size(), 50U);
    const std::regex scanned("SCAN (\\w+)");
    // Bounded tables; changes in numbers, of which a chore leaves few; and what is no table.
    const std::set<std::string> allowed{"segments",
                                        "change_listeners",
                                        "sampling",
                                        "unused_sets",
                                        "dead_letters",
                                        "segment_member_changes",
                                        "node_number_changes",
                                        "buckets",
                                        "wanted",
                                        "types",
                                        "workflows",
                                        "workflow_sweeps",
                                        "json_each",
                                        "outside_world",
                                        "CONSTANT"};
    for (const auto& [name, plan] : plans) {
        if (name == "changes.count" || name.starts_with("waiting_work.")) { continue; }  // They end after so many.
        for (auto found = std::sregex_iterator(plan.begin(), plan.end(), scanned); found != std::sregex_iterator();
             ++found) {
            EXPECT_TRUE(allowed.contains((*found)[1].str())) << name << ": " << plan;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, SegmentStore, both_engines, engine_name);

}  // namespace
}  // namespace tradewind::storage
