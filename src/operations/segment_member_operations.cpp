#include "operations/segment_member_operations.h"

#include <algorithm>
#include <map>

#include "base/json_writer.h"
#include "operations/activity_operations.h"
#include "operations/audit.h"
#include "operations/segment_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/engine/segment_time_store.h"

namespace tradewind::operations {
namespace {

// Of whom and in what.
struct Membership {
    const domain::Segment& segment;
    domain::Contact& contact;
    domain::Cause cause = {};
};

// `{"segmentId": "...", "segmentName": "Regulars"}`: all that a reader needs once the segment is gone.
std::string activity_json(const domain::Segment& segment) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("segmentId");
    writer.string(segment.id.text());
    writer.key("segmentName");
    writer.string(segment.name);
    writer.end_object();
    return json;
}

// Without a word. False when nothing changed.
bool move_in_set(storage::Transaction& transaction, MemberMove move, base::Id set,
                 const domain::SegmentMember& member) {
    switch (move) {
        case MemberMove::Enter:
            return storage::insert_set_member(transaction, set, member);
        case MemberMove::Leave:
            return storage::delete_set_member(transaction, set, member.contact);
    }
    return false;
}

void journal_move(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                  MemberMove move, const Membership& membership) {
    const auto kind = move == MemberMove::Enter ? domain::ActivityKind::ContactEnteredSegment
                                                : domain::ActivityKind::ContactExitedSegment;
    journal(transaction, sources, definitions, membership.contact,
            {.kind = kind,
             .at = sources.clock.now(),
             .data = activity_json(membership.segment),
             .subject = membership.segment.id,
             .cause = membership.cause});
}

// Without noting how many members there are now.
bool move_one(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
              MemberMove move, const Membership& membership) {
    const auto& segment = membership.segment;
    const domain::SegmentMember member{.contact = membership.contact.id, .entered_at = sources.clock.now()};
    tell_segment_difference(transaction, sources, definitions, segment, membership.contact);
    if (!move_in_set(transaction, move, segment.member_set.value(), member)) { return false; }
    // What is told here is no difference any more.
    if (segment.told_set) { move_in_set(transaction, move, *segment.told_set, member); }
    journal_move(transaction, sources, definitions, move, membership);
    return true;
}

void note_moved(storage::Transaction& transaction, base::Sources& sources, MemberMove move, base::Id set,
                std::int64_t moved, MemberSums* sums) {
    MemberSums own;
    (sums != nullptr ? *sums : own).add(set, move == MemberMove::Enter ? moved : -moved);
    own.write(transaction, sources);
}

bool move_and_note(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   MemberMove move, const Membership& membership, MemberSums* sums) {
    if (!move_one(transaction, sources, definitions, move, membership)) { return false; }
    note_moved(transaction, sources, move, *membership.segment.member_set, 1, sums);
    return true;
}

std::optional<base::Id> id_of(storage::Transaction& transaction, const domain::ContactName& name) {
    if (const auto* const id = std::get_if<base::Id>(&name)) { return *id; }
    return storage::find_contact_id(transaction, std::get<domain::ContactKey>(name));
}

bool has_name(const domain::Contact& contact, const domain::ContactName& name) {
    const auto* const key = std::get_if<domain::ContactKey>(&name);
    return key == nullptr || domain::has_key(contact, *key);
}

using ContactsById = std::map<std::int64_t, domain::Contact>;

// Whom each name means, by the number of an id; 0: nobody. All are locked in the order of their ids: two batches with
// the same people do not wait for each other in a circle.
std::vector<std::int64_t> lock_named(storage::Transaction& transaction, const std::vector<domain::ContactName>& names,
                                     ContactsById& contacts) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(names.size());
    for (const auto& name : names) {
        const auto id = id_of(transaction, name);
        numbers.push_back(id ? id->number : 0);
    }
    auto sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (const auto number : sorted) {
        if (auto contact = storage::lock_contact(transaction, base::Id{number})) {
            contacts.emplace(number, std::move(*contact));
        }
    }
    for (std::size_t index = 0; index < names.size(); ++index) {
        const auto found = contacts.find(numbers[index]);
        if (found != contacts.end() && has_name(found->second, names[index])) { continue; }
        const auto* const key = std::get_if<domain::ContactKey>(&names[index]);
        const bool had_owner = std::exchange(numbers[index], 0) != 0;
        // A key that moved before its contact was locked may have another owner by now.
        if (key == nullptr || !had_owner) { continue; }
        if (auto contact = storage::lock_contact(transaction, *key)) {
            numbers[index] = contact->id.number;
            contacts.emplace(numbers[index], std::move(*contact));
        }
    }
    return numbers;
}

}  // namespace

void MemberSums::write(storage::Transaction& transaction, base::Sources& sources) const {
    for (const auto& [set, sum] : sums_) {
        if (sum != 0) { storage::note_set_change(transaction, {set}, sources.ids.next(), sum); }
    }
}

bool enter_segment(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const domain::Segment& segment, domain::Contact& contact, const domain::Cause& cause,
                   MemberSums* sums) {
    return move_and_note(transaction, sources, definitions, MemberMove::Enter, {segment, contact, cause}, sums);
}

bool leave_segment(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const domain::Segment& segment, domain::Contact& contact, const domain::Cause& cause,
                   MemberSums* sums) {
    return move_and_note(transaction, sources, definitions, MemberMove::Leave, {segment, contact, cause}, sums);
}

bool tell_segment_difference(storage::Transaction& transaction, base::Sources& sources,
                             const storage::Definitions& definitions, const domain::Segment& segment,
                             domain::Contact& contact) {
    if (!segment.told_set) { return false; }
    const bool is_in = storage::is_member(transaction, segment.member_set.value(), contact.id);
    const auto move = is_in ? MemberMove::Enter : MemberMove::Leave;
    // The set before becomes like the one in force: whoever is told is not told again.
    const domain::SegmentMember member{.contact = contact.id, .entered_at = sources.clock.now()};
    if (!move_in_set(transaction, move, *segment.told_set, member)) { return false; }
    journal_move(transaction, sources, definitions, move, {segment, contact, {.kind = domain::Cause::Kind::Build}});
    return true;
}

bool move_built_member(storage::Transaction& transaction, base::Sources& sources, MemberMove move,
                       const domain::Segment& segment, base::Id contact, MemberSums* sums) {
    const domain::SegmentMember member{.contact = contact, .entered_at = sources.clock.now()};
    if (!move_in_set(transaction, move, segment.next_set.value(), member)) { return false; }
    note_moved(transaction, sources, move, *segment.next_set, 1, sums);
    return true;
}

base::Result<std::vector<MemberOutcome>> change_segment_members(storage::Transaction& transaction,
                                                                base::Sources& sources,
                                                                const storage::Definitions& definitions,
                                                                const domain::Actor& actor,
                                                                const MembersChange& change) {
    ContactsById contacts;
    const auto numbers = lock_named(transaction, change.contacts, contacts);
    const auto segment = storage::hold_segment(transaction, change.segment);
    if (!segment) { return unknown_segment(); }
    if (segment->kind == domain::SegmentKind::Dynamic) {
        return base::conflict("The members of this segment follow from its filter. Nobody adds or removes them.");
    }
    std::vector<MemberOutcome> outcomes;
    outcomes.reserve(numbers.size());
    std::int64_t moved = 0;
    for (const auto number : numbers) {
        if (number == 0) {
            outcomes.push_back({});
            continue;
        }
        auto& contact = contacts.at(number);
        const bool is_changed =
            move_one(transaction, sources, definitions, change.move, {.segment = *segment, .contact = contact});
        if (is_changed) { ++moved; }
        outcomes.push_back({.contact = contact.id, .is_changed = is_changed});
    }
    if (moved == 0) { return outcomes; }
    note_moved(transaction, sources, change.move, segment->member_set.value(), moved, nullptr);
    const bool enters = change.move == MemberMove::Enter;
    audit(transaction, sources, actor,
          {.action = enters ? "segment.add-members" : "segment.remove-members", .subject = segment->id.text()});
    return outcomes;
}

void forget_segment_memberships(storage::Transaction& transaction, base::Sources& sources, base::Id contact) {
    for (const auto set : storage::delete_set_memberships(transaction, contact)) {
        storage::note_set_change(transaction, set, sources.ids.next(), -1);
    }
    storage::delete_times_of(transaction, contact);
}

}  // namespace tradewind::operations
