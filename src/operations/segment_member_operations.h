#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/contacts/contact.h"
#include "domain/contacts/contact_name.h"
#include "domain/journal/actor.h"
#include "domain/segments/segment.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What one transaction adds to the numbers of members. Many contacts move in the same sets: it is added up, and written
// once, at the end.
class MemberSums {
  public:
    void add(base::Id set, std::int64_t change) { sums_[set.number] += change; }
    void write(storage::Transaction& transaction, base::Sources& sources) const;

  private:
    std::map<std::int64_t, std::int64_t> sums_;
};

// In all of these the contact was locked, and after it the segment held by storage::hold_segment(), in this
// transaction.

// Puts a contact into a segment that has a set in force, or takes it out, and journals that. False when it was in it
// already, or was not, and then nothing is written. While the differences of another filter are being told, this
// contact is told its own first. With `sums`, whoever has them writes how many members there are.
bool enter_segment(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const domain::Segment& segment, domain::Contact& contact, const domain::Cause& cause,
                   MemberSums* sums = nullptr);
bool leave_segment(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const domain::Segment& segment, domain::Contact& contact, const domain::Cause& cause,
                   MemberSums* sums = nullptr);
// Journals that another filter made the contact enter or leave, once. False when it did not, or was told already.
bool tell_segment_difference(storage::Transaction& transaction, base::Sources& sources,
                             const storage::Definitions& definitions, const domain::Segment& segment,
                             domain::Contact& contact);

enum class MemberMove { Enter, Leave };

// Puts a contact into the set that is being built, or takes it out, without a word: a build is told when it is whole.
// False when nothing changed.
bool move_built_member(storage::Transaction& transaction, base::Sources& sources, MemberMove move,
                       const domain::Segment& segment, base::Id contact, MemberSums* sums = nullptr);

// What somebody wants of a segment's members.
struct MembersChange {
    MemberMove move;
    base::Id segment;
    std::vector<domain::ContactName> contacts;
};

// What became of one name.
struct MemberOutcome {
    std::optional<base::Id> contact;  // Nothing when nobody is so named.
    bool is_changed = false;          // Whether the contact entered, or left.
};

// Puts contacts into a segment, or takes them out, and journals that: one outcome for each, in their order. NotFound
// when there is no such segment, Conflict when its members follow from a filter.
base::Result<std::vector<MemberOutcome>> change_segment_members(storage::Transaction& transaction,
                                                                base::Sources& sources,
                                                                const storage::Definitions& definitions,
                                                                const domain::Actor& actor,
                                                                const MembersChange& change);

// Takes a contact that is being erased out of all sets, with the times at which it would have moved. It was locked.
void forget_segment_memberships(storage::Transaction& transaction, base::Sources& sources, base::Id contact);

}  // namespace tradewind::operations
