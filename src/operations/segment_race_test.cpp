#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/segment_member_operations.h"
#include "operations/segment_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::operations {
namespace {

constexpr storage::Query count_orphans{
    .name = "test.count_orphans",
    .sql = R"(SELECT count(*) FROM segment_members
              WHERE contact_id NOT IN (SELECT id FROM contacts) OR segment_id NOT IN (SELECT id FROM segments))",
};
constexpr storage::Query count_lost_changes{
    .name = "test.count_lost_changes",
    .sql = R"(SELECT count(*) FROM segment_member_changes WHERE segment_id NOT IN (SELECT id FROM segments))",
};
constexpr storage::Query count_entered{
    .name = "test.count_entered",
    .sql = "SELECT count(*) FROM activities WHERE kind = 'contact-entered-segment'",
};

// On SQLite whoever comes second waits for the only writer in any case.
constexpr storage::Query count_waiting{
    .name = "test.count_waiting",
    .sql = "SELECT 1",
    .postgres = "SELECT count(*) FROM pg_locks WHERE NOT granted",
};

domain::ContactKey email(int number) {
    return base::EmailAddress::parse("c" + std::to_string(number) + "@example.org").take();
}

// Many hands on segments at once; what is left is counted anew from the rows.
class SegmentRaces : public OperationTest {
  protected:
    SegmentRaces() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        definitions = storage::DefinitionsCache::load(*database).take().current();
        domain::Segment wanted;
        wanted.name = "Regulars";
        segment = in_transaction([&](auto& transaction) {
                      return create_segment(transaction, sources, actor, wanted).take();
                  }).id;
        for (int number = 0; number < contacts; ++number) { make_contact(number); }
    }
    void make_contact(int number) {
        in_transaction([&](auto& transaction) {
            return change_contact(transaction, sources, *definitions, email(number), {}).take();
        });
    }
    // How many moved; nothing when there is no segment any more.
    std::optional<int> move(MemberMove move, const std::vector<domain::ContactName>& names) {
        const auto outcomes = attempt([&](auto& transaction) {
            return change_segment_members(transaction, sources, *definitions, actor,
                                          {.move = move, .segment = segment, .contacts = names});
        });
        if (!outcomes) {
            EXPECT_EQ(outcomes.error().kind, base::ErrorKind::NotFound) << outcomes.error().cause;
            return std::nullopt;
        }
        int moved = 0;
        for (const auto& outcome : outcomes.value()) { moved += outcome.is_changed ? 1 : 0; }
        return moved;
    }
    void erase(int number) {
        in_transaction([&](auto& transaction) {
            erase_contact(transaction, sources, secret_key, email(number));
            return true;
        });
    }
    static void at_once(int hands, const std::function<void(int)>& work) {
        std::vector<std::thread> threads;
        for (int hand = 0; hand < hands; ++hand) {
            threads.emplace_back([&work, hand] { work(hand); });
        }
        for (auto& thread : threads) { thread.join(); }
    }
    // Every contact, in an order of each hand's own.
    static std::vector<domain::ContactName> everybody(int hand) {
        std::vector<domain::ContactName> names;
        for (int number = 0; number < contacts; ++number) {
            names.emplace_back(email((number * 7 + hand * 5) % contacts));
        }
        return names;
    }
    std::int64_t members_told() {
        return in_transaction([&](auto& transaction) { return storage::find_segment(transaction, segment)->members; });
    }

    static constexpr int contacts = 16;
    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    const domain::Actor actor{"test"};
    std::shared_ptr<const storage::Definitions> definitions;
    base::Id segment;
};

TEST_F(SegmentRaces, OfManyWhoAddTheSameContactsEachIsAddedByOne) {
    std::atomic<int> moved{0};
    at_once(8, [&](int hand) { moved += move(MemberMove::Enter, everybody(hand)).value_or(-1000); });
    EXPECT_EQ(moved, contacts);
    EXPECT_EQ(members_told(), contacts);
    EXPECT_EQ(count(count_members), contacts);
    EXPECT_EQ(count(count_entered), contacts);
}

TEST_F(SegmentRaces, TheNumberIsRightWhileItIsAddedUpAndManyComeAndGo) {
    std::atomic<int> balance{0};
    at_once(9, [&](int hand) {
        for (int turn = 0; turn < 12; ++turn) {
            if (hand == 8) {
                in_transaction([&](auto& transaction) { return storage::add_up_set(transaction, segment); });
            } else if ((hand + turn) % 2 == 0) {
                balance += move(MemberMove::Enter, {email((hand * 3 + turn) % contacts)}).value();
            } else {
                balance -= move(MemberMove::Leave, {email((hand + turn) % contacts)}).value();
            }
        }
    });
    EXPECT_EQ(members_told(), balance);
    EXPECT_EQ(count(count_members), balance);
}

TEST_F(SegmentRaces, WhoAddsAgainstWhoDeletesTheSegmentLeavesNoMember) {
    std::atomic<int> moved{0};
    std::atomic<int> deleted{0};
    at_once(8, [&](int hand) {
        if (hand >= 2) {
            for (int turn = 0; turn < 4; ++turn) {
                moved += move(MemberMove::Enter, everybody(hand)).value_or(0);
                move(MemberMove::Leave, {email(hand)});
            }
            return;
        }
        const bool is_done = in_transaction(
            [&](auto& transaction) { return delete_segment(transaction, sources, actor, segment, {}).ok(); });
        if (!is_done) { return; }
        ++deleted;
        // At once, so that whoever came too late would stay for good.
        while (in_transaction([&](auto& transaction) { return storage::remove_unused_set(transaction, segment); })) {}
    });
    EXPECT_EQ(deleted, 1);
    EXPECT_EQ(count(count_entered), moved);
    EXPECT_EQ(count(count_members), 0);
    EXPECT_EQ(count(count_lost_changes), 0);
}

TEST_F(SegmentRaces, WhoDeletesASegmentWaitsForWhoHoldsIt) {
    std::atomic<bool> is_deleted{false};
    std::thread deleter;
    in_transaction([&](auto& transaction) {
        EXPECT_TRUE(storage::hold_segment(transaction, segment));
        if (!deleter.joinable()) {
            deleter = std::thread([&] {
                is_deleted = in_transaction(
                    [&](auto& other) { return delete_segment(other, sources, actor, segment, {}).ok(); });
            });
        }
        for (bool is_waiting = false; !is_waiting && !is_deleted;) {
            auto rows = transaction.query(count_waiting);
            is_waiting = rows.next() && rows.integer(0) > 0;
        }
        EXPECT_FALSE(is_deleted);
        return true;
    });
    deleter.join();
    EXPECT_TRUE(is_deleted);
}

TEST_F(SegmentRaces, WhoAddsAgainstWhoErasesTheContactsLeavesNoOrphan) {
    at_once(8, [&](int hand) {
        if (hand >= 4) {
            for (int turn = 0; turn < 4; ++turn) { EXPECT_TRUE(move(MemberMove::Enter, everybody(hand))); }
            return;
        }
        for (int number = hand; number < contacts; number += 4) {
            erase(number);
            if (number % 2 == 0) { make_contact(number); }
        }
    });
    EXPECT_EQ(count(count_orphans), 0);
    EXPECT_EQ(members_told(), count(count_members));
    EXPECT_EQ(count(count_entered), count(count_members));
}

TEST_F(SegmentRaces, WhoErasesWhileADeletedSegmentGoesLeavesNothingBehind) {
    move(MemberMove::Enter, everybody(0)).value();
    in_transaction([&](auto& transaction) { return delete_segment(transaction, sources, actor, segment, {}).ok(); });
    at_once(5, [&](int hand) {
        if (hand == 4) {
            while (
                in_transaction([&](auto& transaction) { return storage::remove_unused_set(transaction, segment); })) {}
            return;
        }
        for (int number = hand; number < contacts; number += 4) { erase(number); }
    });
    EXPECT_EQ(count(count_members), 0);
    EXPECT_EQ(count(count_lost_changes), 0);
}

}  // namespace
}  // namespace tradewind::operations
