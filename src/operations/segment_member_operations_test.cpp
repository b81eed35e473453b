#include "operations/segment_member_operations.h"

#include "operations/segment_operations_test.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/test_listeners.h"

namespace tradewind::operations {
namespace {

constexpr storage::Query count_changes{.name = "test.count_changes",
                                       .sql = "SELECT count(*) FROM segment_member_changes"};

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
            return enter_segment(transaction, sources, *definitions, *held, *contact, {});
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

}  // namespace
}  // namespace tradewind::operations
