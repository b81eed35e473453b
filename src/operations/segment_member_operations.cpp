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

// Without noting how many members there are now.
bool move_one(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
              MemberMove move, const Membership& membership) {
    const auto& [segment, contact, cause] = membership;
    const auto now = sources.clock.now();
    auto kind = domain::ActivityKind::ContactEnteredSegment;
    switch (move) {
        case MemberMove::Enter:
            if (!storage::insert_segment_member(transaction, segment.id, {.contact = contact.id, .entered_at = now})) {
                return false;
            }
            break;
        case MemberMove::Leave:
            if (!storage::delete_segment_member(transaction, segment.id, contact.id)) { return false; }
            kind = domain::ActivityKind::ContactExitedSegment;
            break;
    }
    journal(transaction, sources, definitions, contact,
            {.kind = kind, .at = now, .data = activity_json(segment), .subject = segment.id, .cause = cause});
    return true;
}

void note_moved(storage::Transaction& transaction, base::Sources& sources, MemberMove move, base::Id segment,
                std::int64_t moved) {
    storage::note_segment_change(transaction, segment, sources.ids.next(), move == MemberMove::Enter ? moved : -moved);
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

bool add_segment_member(storage::Transaction& transaction, base::Sources& sources,
                        const storage::Definitions& definitions, const domain::Segment& segment,
                        domain::Contact& contact, const domain::Cause& cause) {
    if (!move_one(transaction, sources, definitions, MemberMove::Enter, {segment, contact, cause})) { return false; }
    note_moved(transaction, sources, MemberMove::Enter, segment.id, 1);
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
    note_moved(transaction, sources, change.move, segment->id, moved);
    const bool enters = change.move == MemberMove::Enter;
    audit(transaction, sources, actor,
          {.action = enters ? "segment.add-members" : "segment.remove-members", .subject = segment->id.text()});
    return outcomes;
}

void forget_segment_memberships(storage::Transaction& transaction, base::Sources& sources, base::Id contact) {
    for (const auto segment : storage::delete_segment_memberships(transaction, contact)) {
        storage::note_segment_change(transaction, segment, sources.ids.next(), -1);
    }
}

}  // namespace tradewind::operations
