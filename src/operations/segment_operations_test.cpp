#include "operations/segment_operations.h"

#include "operations/segment_operations_test.h"

namespace tradewind::operations {
namespace {

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
    patch.values.kind = domain::SegmentKind::Dynamic;
    patch.present.set(domain::index_of(domain::segment_fields, "kind"));
    const auto refused = in_transaction(
        [&](auto& transaction) { return change_segment(transaction, sources, actor, segment.id, patch); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().problems.front().path, "/kind");
}

TEST_F(SegmentOperations, ADeletedSegmentIsGoneAtOnceAndItsMembersAreNotSaidToHaveLeft) {
    const auto segment = create("Regulars").take();
    const auto ada = make_contact("ada@example.org");
    move(MemberMove::Enter, segment.id, {ada}).take();
    const auto remove = [&] {
        return in_transaction(
            [&](auto& transaction) { return delete_segment(transaction, sources, actor, segment.id, {}); });
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
