#include "operations/segment_operations.h"

#include <gtest/gtest.h>

#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/segment_member_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/testing/test_listeners.h"

namespace tradewind::operations {
namespace {

constexpr storage::Query count_changes{.name = "test.count_changes",
                                       .sql = "SELECT count(*) FROM segment_member_changes"};

domain::ContactKey email(std::string_view text) {
    return base::EmailAddress::parse(text).take();
}

class SegmentOperations : public OperationTest {
  protected:
    SegmentOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        definitions = storage::DefinitionsCache::load(*database).take().current();
    }

    base::Result<domain::Segment> create(std::string_view name) {
        domain::Segment wanted;
        wanted.name = name;
        wanted.kind = domain::static_segment;
        return in_transaction([&](auto& transaction) { return create_segment(transaction, sources, actor, wanted); });
    }
    base::Id make_contact(std::string_view address) {
        return in_transaction([&](auto& transaction) {
                   return change_contact(transaction, sources, *definitions, email(address), {}).take();
               })
            .id;
    }
    base::Result<std::vector<MemberOutcome>> move(MemberMove move, base::Id segment,
                                                  const std::vector<domain::ContactName>& contacts) {
        return in_transaction([&](auto& transaction) {
            return change_segment_members(transaction, sources, *definitions, actor,
                                          {.move = move, .segment = segment, .contacts = contacts});
        });
    }
    std::optional<domain::Segment> find(base::Id segment) {
        return in_transaction([&](auto& transaction) { return storage::find_segment(transaction, segment); });
    }
    std::vector<domain::Activity> journal_of(base::Id contact) {
        return in_transaction([&](auto& transaction) {
            return storage::list_activities(transaction, contact, {.page = 1, .size = 100, .cursor = {}}).items;
        });
    }
    std::vector<std::string> audit_actions() {
        std::vector<std::string> actions;
        const auto page = in_transaction([&](auto& transaction) {
            return storage::list_audit_entries(transaction, {.page = 1, .size = 100, .cursor = {}});
        });
        for (const auto& entry : page.items) { actions.push_back(entry.action); }
        return actions;
    }
    std::vector<base::Id> members_of(base::Id segment) {
        std::vector<base::Id> found;
        for (const auto& member : in_transaction(
                 [&](auto& transaction) { return storage::segment_members_after(transaction, segment, {}, 1000); })) {
            found.push_back(member.contact);
        }
        return found;
    }
    void erase(std::string_view address) {
        in_transaction([&](auto& transaction) {
            erase_contact(transaction, sources, secret_key, email(address));
            return true;
        });
    }

    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    const domain::Actor actor{"test"};
    std::shared_ptr<const storage::Definitions> definitions;
};

TEST_F(SegmentOperations, ANewSegmentIsEmptyAndAudited) {
    const auto segment = create("Regulars").take();
    EXPECT_EQ(find(segment.id), segment);
    EXPECT_EQ(segment.members, 0);
    EXPECT_EQ(segment.created_at, segment.updated_at);
    EXPECT_EQ(audit_actions().front(), "segment.create");
}

TEST_F(SegmentOperations, ThereAreAtMostSoMany) {
    for (std::size_t made = 0; made < domain::segments_max; ++made) { ASSERT_TRUE(create("S")); }
    const auto refused = create("One more");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().problems.front().path, "/name");
    EXPECT_EQ(refused.error().problems.front().reason, "there are 500 segments already, the most allowed");
}

TEST_F(SegmentOperations, AChangeTellsWhatChangedAndNothingWhenNothingDid) {
    const auto segment = create("Regulars").take();
    clock.advance(std::chrono::seconds(5));
    domain::Patch<domain::Segment> patch;
    patch.values.name = "Friends";
    patch.present.set(domain::index_of(domain::segment_fields, "name"));
    const auto change = [&] {
        return in_transaction(
            [&](auto& transaction) { return change_segment(transaction, sources, actor, segment.id, patch).take(); });
    };
    const auto changed = change();
    EXPECT_EQ(changed.name, "Friends");
    EXPECT_EQ(changed.updated_at, clock.now());
    EXPECT_EQ(find(segment.id), changed);
    clock.advance(std::chrono::seconds(5));
    EXPECT_EQ(change(), changed);
    EXPECT_EQ(audit_actions(), (std::vector<std::string>{"segment.change", "segment.create"}));
}

TEST_F(SegmentOperations, TheKindStays) {
    const auto segment = create("Regulars").take();
    domain::Patch<domain::Segment> patch;
    patch.values.kind = "dynamic";
    patch.present.set(domain::index_of(domain::segment_fields, "kind"));
    const auto refused = in_transaction(
        [&](auto& transaction) { return change_segment(transaction, sources, actor, segment.id, patch); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().problems.front().path, "/kind");
}

TEST_F(SegmentOperations, EnteringIsJournalledOnceAndASecondTimeWritesNothing) {
    const auto segment = create("Regulars").take();
    const auto ada = make_contact("ada@example.org");
    clock.advance(std::chrono::seconds(5));
    const auto first = move(MemberMove::Enter, segment.id, {email("Ada@Example.org")}).take();
    ASSERT_EQ(first.size(), 1U);
    EXPECT_EQ(first[0].contact, ada);
    EXPECT_TRUE(first[0].is_changed);
    const auto journal = journal_of(ada);
    ASSERT_EQ(journal.size(), 2U);
    EXPECT_EQ(journal[0].kind, domain::ActivityKind::ContactEnteredSegment);
    EXPECT_EQ(journal[0].at, clock.now());
    const auto data = base::JsonDocument::parse(journal[0].data).take();
    EXPECT_EQ(data.root().find("segmentId")->string(), segment.id.text());
    EXPECT_EQ(data.root().find("segmentName")->string(), "Regulars");

    clock.advance(std::chrono::seconds(5));
    const auto second = move(MemberMove::Enter, segment.id, {ada, email("ada@example.org")}).take();
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[1].contact, ada);
    EXPECT_FALSE(second[0].is_changed);
    EXPECT_FALSE(second[1].is_changed);
    EXPECT_EQ(journal_of(ada).size(), 2U);
    EXPECT_EQ(audit_actions(), (std::vector<std::string>{"segment.add-members", "segment.create"}));
    EXPECT_EQ(find(segment.id)->members, 1);
    EXPECT_EQ(count(count_changes), 1);
}

TEST_F(SegmentOperations, LeavingIsJournalledAndOnlyOfThoseWhoWereIn) {
    const auto segment = create("Regulars").take();
    const auto ada = make_contact("ada@example.org");
    const auto bob = make_contact("bob@example.org");
    move(MemberMove::Enter, segment.id, {ada}).take();
    const auto outcomes = move(MemberMove::Leave, segment.id, {ada, bob, email("nobody@example.org"), ada}).take();
    ASSERT_EQ(outcomes.size(), 4U);
    EXPECT_TRUE(outcomes[0].is_changed);
    EXPECT_EQ(outcomes[1].contact, bob);
    EXPECT_FALSE(outcomes[1].is_changed);
    EXPECT_FALSE(outcomes[2].contact);
    EXPECT_FALSE(outcomes[3].is_changed);
    EXPECT_EQ(journal_of(ada).front().kind, domain::ActivityKind::ContactExitedSegment);
    EXPECT_EQ(journal_of(bob).size(), 1U);
    EXPECT_EQ(find(segment.id)->members, 0);
    EXPECT_TRUE(members_of(segment.id).empty());
    EXPECT_EQ(audit_actions().front(), "segment.remove-members");
}

TEST_F(SegmentOperations, NobodyIsAddedToASegmentThatIsNotThere) {
    const auto ada = make_contact("ada@example.org");
    const auto refused = move(MemberMove::Enter, ada, {ada});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, base::ErrorKind::NotFound);
    EXPECT_EQ(journal_of(ada).size(), 1U);
}

TEST_F(SegmentOperations, ContactsOfABatchAreToldInItsOrder) {
    const auto segment = create("Regulars").take();
    const auto ada = make_contact("ada@example.org");
    const auto bob = make_contact("bob@example.org");
    const auto outcomes =
        move(MemberMove::Enter, segment.id, {email("bob@example.org"), base::Id{77}, ada, bob}).take();
    ASSERT_EQ(outcomes.size(), 4U);
    EXPECT_EQ(outcomes[0].contact, bob);
    EXPECT_FALSE(outcomes[1].contact);
    EXPECT_EQ(outcomes[2].contact, ada);
    EXPECT_FALSE(outcomes[3].is_changed);
    EXPECT_EQ(members_of(segment.id), (std::vector{ada, bob}));
    EXPECT_EQ(find(segment.id)->members, 2);
}

TEST_F(SegmentOperations, OnlyWhatSomethingWaitsForWakesTheEngine) {
    const auto segment = create("Regulars").take();
    const auto ada = make_contact("ada@example.org");
    move(MemberMove::Enter, segment.id, {ada}).take();
    EXPECT_EQ(queued(), 0);
    in_transaction([&](auto& transaction) {
        storage::listen_to(transaction, domain::ActivityKind::ContactExitedSegment);
        return true;
    });
    definitions = storage::DefinitionsCache::load(*database).take().current();
    move(MemberMove::Leave, segment.id, {ada}).take();
    move(MemberMove::Enter, segment.id, {ada}).take();
    EXPECT_EQ(queued(), 1);
}

TEST_F(SegmentOperations, OneContactCanBeAddedBySomebodyWhoHoldsBoth) {
    const auto segment = create("Regulars").take();
    const auto ada = make_contact("ada@example.org");
    const auto add = [&] {
        return in_transaction([&](auto& transaction) {
            auto contact = storage::lock_contact(transaction, ada);
            const auto held = storage::hold_segment(transaction, segment.id);
            return add_segment_member(transaction, sources, *definitions, *held, *contact, {});
        });
    };
    EXPECT_TRUE(add());
    EXPECT_FALSE(add());
    EXPECT_EQ(find(segment.id)->members, 1);
    EXPECT_EQ(journal_of(ada).size(), 2U);
}

TEST_F(SegmentOperations, AnErasedContactIsInNoSegment) {
    const auto one = create("One").take();
    const auto two = create("Two").take();
    const auto ada = make_contact("ada@example.org");
    const auto bob = make_contact("bob@example.org");
    move(MemberMove::Enter, one.id, {ada, bob}).take();
    move(MemberMove::Enter, two.id, {ada}).take();
    erase("ada@example.org");
    EXPECT_EQ(find(one.id)->members, 1);
    EXPECT_EQ(find(two.id)->members, 0);
    EXPECT_EQ(members_of(one.id), std::vector{bob});
    EXPECT_EQ(count(count_members), 1);
    EXPECT_TRUE(journal_of(ada).empty());
}

TEST_F(SegmentOperations, ADeletedSegmentIsGoneAtOnceAndItsMembersAreNotSaidToHaveLeft) {
    const auto segment = create("Regulars").take();
    const auto ada = make_contact("ada@example.org");
    move(MemberMove::Enter, segment.id, {ada}).take();
    const auto remove = [&] {
        return in_transaction(
            [&](auto& transaction) { return delete_segment(transaction, sources, actor, segment.id); });
    };
    EXPECT_TRUE(remove());
    EXPECT_FALSE(find(segment.id));
    EXPECT_EQ(remove().error().kind, base::ErrorKind::NotFound);
    EXPECT_FALSE(move(MemberMove::Enter, segment.id, {ada}));
    EXPECT_EQ(journal_of(ada).size(), 2U);
    EXPECT_EQ(audit_actions().front(), "segment.delete");
    const auto seen = in_transaction([&](auto& transaction) {
        return storage::list_contact_segments(transaction, ada, {.page = 1, .size = 20, .cursor = {}}).items.size();
    });
    EXPECT_EQ(seen, 0U);
}

}  // namespace
}  // namespace tradewind::operations
