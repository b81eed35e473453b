#include "operations/segment_operations.h"

#include "operations/segment_operations_test.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/segment_build_store.h"
#include "storage/stores/engine/segment_time_store.h"

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

constexpr std::string_view named_filter = R"({"field":"_name","is":"isSet"})";
constexpr std::string_view nameless_filter = R"({"field":"_name","is":"isNotSet"})";

// A dynamic segment, from its making on. Whoever builds it is the test.
class DynamicSegments : public SegmentOperations {
  protected:
    static SegmentFilter filter(std::string_view stored, std::string_view field) {
        return {.stored = std::string(stored),
                .topics = {{.kind = domain::ChangeTopic::Kind::Field, .name = std::string(field)}}};
    }
    base::Result<domain::Segment> create_dynamic(const std::optional<SegmentFilter>& goes_by) {
        domain::Segment wanted;
        wanted.name = "Named";
        wanted.kind = domain::SegmentKind::Dynamic;
        return attempt([&](auto& transaction) { return create_segment(transaction, sources, actor, wanted, goes_by); });
    }
    base::Result<domain::Segment> change_filter_of(base::Id segment, const SegmentFilter& goes_by) {
        return attempt(
            [&](auto& transaction) { return change_segment(transaction, sources, actor, segment, {}, goes_by); });
    }
    // Whom the filter holds for, as the engine finds out.
    void build(const domain::Segment& segment, const std::vector<base::Id>& contacts, const ChangeTopics& topics) {
        const storage::BuildName name{.segment = segment.id, .set = segment.next_set.value()};
        in_transaction([&](auto& transaction) {
            storage::BuiltMembers built{
                .set = name.set, .before = segment.member_set, .now = clock.now(), .contacts = {}};
            for (const auto contact : contacts) { built.contacts.push_back(contact.number); }
            EXPECT_TRUE(storage::begin_segment_build(transaction, name, std::ssize(contacts)));
            const auto entered = storage::insert_built_members(transaction, built);
            storage::advance_segment_build(
                transaction, name, {.place = contacts.back(), .done = entered, .total = entered, .entered = entered});
            return true;
        });
        EXPECT_TRUE(finish(name, topics));
    }
    bool finish(const storage::BuildName& name, const ChangeTopics& topics) {
        return in_transaction([&](auto& transaction) { return finish_segment_build(transaction, name, topics); });
    }
    template <class Work>
    auto with_held(base::Id segment, base::Id contact_id, Work work) {
        return in_transaction([&](auto& transaction) {
            auto contact = storage::lock_contact(transaction, contact_id).value();
            const auto held = storage::hold_segment(transaction, segment).value();
            return work(transaction, held, contact);
        });
    }
    std::vector<std::string> heard_by(base::Id segment) {
        return in_transaction([&](auto& transaction) {
            std::vector<std::string> names;
            for (const auto& topic : storage::change_topics_of(
                     transaction, {.kind = storage::ChangeListener::Kind::Segment, .id = segment})) {
                names.push_back(topic.name);
            }
            return names;
        });
    }
    std::vector<std::string> told(base::Id contact) {
        std::vector<std::string> kinds;
        for (const auto& activity : journal_of(contact)) {
            if (activity.kind == domain::ActivityKind::ContactCreated) { continue; }
            kinds.push_back(std::string(domain::word_of(activity.kind)) + " " +
                            domain::cause_text(activity.cause).value_or("request"));
        }
        return kinds;
    }

    const SegmentFilter named = filter(named_filter, "_name");
    const SegmentFilter nameless = filter(nameless_filter, "_surname");
};

using Words = std::vector<std::string>;

TEST_F(DynamicSegments, ANewOneWaitsToBeBuiltAndIsNoAudienceYet) {
    const auto segment = create_dynamic(named).take();
    EXPECT_EQ(segment.build->state, domain::BuildState::Queued);
    EXPECT_EQ(segment.member_set, std::nullopt);
    EXPECT_TRUE(segment.next_set);
    EXPECT_TRUE(segment.next_filter);
    EXPECT_EQ(find(segment.id), segment);
    EXPECT_EQ(heard_by(segment.id), Words{"_name"});
    EXPECT_TRUE(members_of(segment.id).empty());
    const auto refused = create_dynamic({});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().problems.front().path, "/filter");
    auto lost = named;
    lost.segments = {segment.id, base::Id{77}};
    EXPECT_EQ(create_dynamic(lost).error().problems.front().path, "/filter");
}

TEST_F(DynamicSegments, TheFirstBuildIsNotTold) {
    const auto ada = make_contact("ada@example.org");
    const auto segment = create_dynamic(named).take();
    build(segment, {ada}, named.topics);
    EXPECT_EQ(find(segment.id)->members, 1);
    EXPECT_EQ(find(segment.id)->build->state, domain::BuildState::Ready);
    EXPECT_EQ(members_of(segment.id), std::vector{ada});
    EXPECT_EQ(told(ada), Words());
    EXPECT_FALSE(finish({.segment = segment.id, .set = segment.next_set.value()}, {})) << "it is done";
}

TEST_F(DynamicSegments, WhoEntersAndLeavesIsToldWithTheCause) {
    const auto ada = make_contact("ada@example.org");
    const auto bob = make_contact("bob@example.org");
    const auto segment = create_dynamic(named).take();
    build(segment, {ada}, named.topics);
    const domain::Cause cause{.kind = domain::Cause::Kind::Import};
    const auto enter = [&](base::Id contact) {
        return with_held(segment.id, contact, [&](auto& transaction, const auto& held, auto& locked) {
            return enter_segment(transaction, sources, *definitions, held, locked, cause);
        });
    };
    const auto leave = [&](base::Id contact) {
        return with_held(segment.id, contact, [&](auto& transaction, const auto& held, auto& locked) {
            return leave_segment(transaction, sources, *definitions, held, locked, cause);
        });
    };
    EXPECT_TRUE(enter(bob));
    EXPECT_FALSE(enter(bob));
    EXPECT_FALSE(enter(ada));
    EXPECT_TRUE(leave(ada));
    EXPECT_FALSE(leave(ada));
    EXPECT_EQ(told(bob), Words{"contact-entered-segment import"});
    EXPECT_EQ(told(ada), Words{"contact-exited-segment import"});
    EXPECT_EQ(find(segment.id)->members, 1);
    EXPECT_EQ(members_of(segment.id), std::vector{bob});
}

TEST_F(DynamicSegments, NobodyAddsMembersByHand) {
    const auto ada = make_contact("ada@example.org");
    const auto segment = create_dynamic(named).take();
    for (const auto way : {MemberMove::Enter, MemberMove::Leave}) {
        EXPECT_EQ(move(way, segment.id, {ada}).error().kind, base::ErrorKind::Conflict);
    }
}

TEST_F(DynamicSegments, AnotherFilterIsBuiltBesideAndItsDifferencesAreToldOnce) {
    const auto ada = make_contact("ada@example.org");
    const auto bob = make_contact("bob@example.org");
    const auto eve = make_contact("eve@example.org");
    const auto made = create_dynamic(named).take();
    build(made, {ada, bob}, named.topics);
    EXPECT_EQ(change_filter_of(made.id, named).take().next_set, std::nullopt) << "it has this one";
    const auto entered_at = clock.now();
    clock.advance(std::chrono::seconds(5));
    const auto changed = change_filter_of(made.id, nameless).take();
    EXPECT_EQ(heard_by(made.id), (Words{"_name", "_surname"}));
    EXPECT_EQ(members_of(made.id), (std::vector{ada, bob})) << "as before";
    build(changed, {bob, eve}, nameless.topics);
    EXPECT_EQ(heard_by(made.id), Words{"_surname"});
    EXPECT_EQ(members_of(made.id), (std::vector{bob, eve}));
    EXPECT_EQ(find(made.id)->members, 2);
    const auto members =
        in_transaction([&](auto& transaction) { return storage::segment_members_after(transaction, made.id, {}, 9); });
    EXPECT_EQ(members.front().entered_at, entered_at) << "bob was in it all the time";

    const auto rebuilt = in_transaction([&](auto& transaction) {
        return rebuild_segment(transaction, sources, actor, made.id, nameless.topics).take();
    });
    EXPECT_FALSE(finish({.segment = made.id, .set = rebuilt.next_set.value()}, {})) << "the differences come first";

    // Whoever moves before it is told is told both, in order.
    EXPECT_TRUE(with_held(made.id, ada, [&](auto& transaction, const auto& held, auto& locked) {
        return enter_segment(transaction, sources, *definitions, held, locked, {});
    }));
    const auto tell = [&](base::Id contact) {
        return with_held(made.id, contact, [&](auto& transaction, const auto& held, auto& locked) {
            return tell_segment_difference(transaction, sources, *definitions, held, locked);
        });
    };
    EXPECT_FALSE(tell(ada));
    EXPECT_FALSE(tell(bob));
    EXPECT_TRUE(tell(eve));
    EXPECT_FALSE(tell(eve));
    EXPECT_EQ(told(ada), (Words{"contact-entered-segment request", "contact-exited-segment build"}));
    EXPECT_EQ(told(bob), Words());
    EXPECT_EQ(told(eve), Words{"contact-entered-segment build"});
    EXPECT_EQ(find(made.id)->members, 3);
    EXPECT_EQ(audit_actions(), (Words{"segment.rebuild", "segment.change", "segment.create"}));
}

TEST_F(DynamicSegments, WhoMovesDuringABuildIsCountedWithoutAWord) {
    const auto ada = make_contact("ada@example.org");
    const auto bob = make_contact("bob@example.org");
    const auto segment = create_dynamic(named).take();
    const auto place = [&](MemberMove way, base::Id contact) {
        return with_held(segment.id, contact, [&](auto& transaction, const auto& held, auto& locked) {
            return move_built_member(transaction, sources, way, held, locked.id);
        });
    };
    EXPECT_TRUE(place(MemberMove::Enter, bob));
    EXPECT_FALSE(place(MemberMove::Enter, bob));
    build(segment, {ada}, named.topics);
    EXPECT_EQ(find(segment.id)->members, 2);
    EXPECT_EQ(told(bob), Words());
}

TEST_F(DynamicSegments, ABuildCanBeCancelledAndCanFail) {
    const auto ada = make_contact("ada@example.org");
    const auto made = create_dynamic(named).take();
    const auto cancel = [&](const ChangeTopics& topics) {
        return attempt(
            [&](auto& transaction) { return cancel_segment_build(transaction, sources, actor, made.id, topics); });
    };
    EXPECT_EQ(cancel({}).take().build->state, domain::BuildState::Failed);
    EXPECT_TRUE(heard_by(made.id).empty());
    const auto again = in_transaction(
        [&](auto& transaction) { return rebuild_segment(transaction, sources, actor, made.id, named.topics).take(); });
    EXPECT_NE(again.next_set, made.next_set);
    build(again, {ada}, named.topics);
    EXPECT_EQ(cancel(named.topics).error().kind, base::ErrorKind::Conflict);

    const auto changed = change_filter_of(made.id, nameless).take();
    const auto fail = [&] {
        return in_transaction([&](auto& transaction) {
            return fail_segment_build(transaction, {.segment = made.id, .set = changed.next_set.value()}, "[1]",
                                      named.topics);
        });
    };
    EXPECT_TRUE(fail());
    EXPECT_FALSE(fail());
    EXPECT_EQ(find(made.id)->build->state, domain::BuildState::Failed);
    EXPECT_EQ(find(made.id)->incidents, "[1]");
    EXPECT_EQ(heard_by(made.id), Words{"_name"});
    EXPECT_EQ(members_of(made.id), std::vector{ada});
    // Back to the filter in force: nothing is to be built.
    EXPECT_EQ(change_filter_of(made.id, named).take().build->state, domain::BuildState::Ready);
    EXPECT_FALSE(find(made.id)->next_filter);
    const auto regulars = create("Regulars").take();
    EXPECT_FALSE(change_filter_of(regulars.id, named));
    EXPECT_EQ(attempt([&](auto& transaction) { return rebuild_segment(transaction, sources, actor, regulars.id, {}); })
                  .error()
                  .kind,
              base::ErrorKind::Conflict);
}

TEST_F(DynamicSegments, WhatUsesASegmentKeepsItAndIsNamed) {
    const auto segment = create_dynamic(named).take();
    const auto remove = [&](const Words& users) {
        return attempt(
            [&](auto& transaction) { return delete_segment(transaction, sources, actor, segment.id, users); });
    };
    const auto refused = remove({"segment \"Friends\"", "segment \"Buyers\""});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Conflict);
    EXPECT_EQ(refused.error().detail, "The segment is used by segment \"Friends\" and segment \"Buyers\".");
    EXPECT_TRUE(remove({}));
    EXPECT_FALSE(find(segment.id));
    EXPECT_TRUE(heard_by(segment.id).empty());
    EXPECT_EQ(in_transaction(storage::unused_sets), std::vector{segment.next_set.value()});
}

TEST_F(DynamicSegments, TheDefinitionsKnowTheSegmentsAndTheirFilters) {
    auto cache = storage::DefinitionsCache::load(*database).take();
    const auto known = [&] { return cache.current()->segments; };
    const auto regulars = create("Regulars").take();
    const auto ada = make_contact("ada@example.org");
    const auto made = create_dynamic(named).take();
    ASSERT_EQ(known().size(), 2U);
    EXPECT_EQ(known()[0].id, regulars.id);
    EXPECT_EQ(known()[0].member_set, regulars.id);
    EXPECT_EQ(known()[0].filter, nullptr);
    EXPECT_EQ(known()[1].name, "Named");
    EXPECT_EQ(known()[1].build_state, domain::BuildState::Queued);
    ASSERT_NE(known()[1].next_filter, nullptr);
    EXPECT_EQ(*known()[1].next_filter, made.next_filter);
    const auto text = known()[1].next_filter;
    build(made, {ada}, named.topics);
    EXPECT_EQ(known()[1].member_set, made.next_set);
    EXPECT_EQ(known()[1].filter, text) << "the same text, not read again";
    EXPECT_EQ(known()[1].next_filter, nullptr);
    const auto changed = change_filter_of(made.id, nameless).take();
    EXPECT_EQ(*known()[1].next_filter, changed.next_filter);
    const auto seen = in_transaction(
        [&](auto& transaction) { return storage::definitions_in(transaction, definitions)->segments[1].next_filter; });
    EXPECT_EQ(*seen, changed.next_filter);
    in_transaction([&](auto& transaction) { return delete_segment(transaction, sources, actor, made.id, {}).ok(); });
    EXPECT_EQ(known().size(), 1U);
}

TEST_F(DynamicSegments, AnErasedContactIsInNoSetAndHasNoTimes) {
    const auto ada = make_contact("ada@example.org");
    const auto bob = make_contact("bob@example.org");
    const auto segment = create_dynamic(named).take();
    build(segment, {ada, bob}, named.topics);
    in_transaction([&](auto& transaction) {
        storage::set_segment_time(transaction, ada, segment.next_set.value(), base::Instant{1});
        return true;
    });
    erase("ada@example.org");
    EXPECT_EQ(find(segment.id)->members, 1);
    EXPECT_EQ(members_of(segment.id), std::vector{bob});
    EXPECT_TRUE(in_transaction([&](auto& transaction) { return storage::times_of(transaction, ada).empty(); }));
}

}  // namespace
}  // namespace tradewind::operations
