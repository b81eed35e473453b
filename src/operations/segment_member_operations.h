#pragma once

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

// Puts a contact into a segment and journals that; false when it was in it already, and then nothing is written. The
// contact was locked, and after it the segment held by storage::hold_segment(), in this transaction.
bool add_segment_member(storage::Transaction& transaction, base::Sources& sources,
                        const storage::Definitions& definitions, const domain::Segment& segment,
                        domain::Contact& contact, const domain::Cause& cause);

enum class MemberMove { Enter, Leave };

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
// when there is no such segment.
base::Result<std::vector<MemberOutcome>> change_segment_members(storage::Transaction& transaction,
                                                                base::Sources& sources,
                                                                const storage::Definitions& definitions,
                                                                const domain::Actor& actor,
                                                                const MembersChange& change);

// Takes a contact that is being erased out of all its segments. It was locked.
void forget_segment_memberships(storage::Transaction& transaction, base::Sources& sources, base::Id contact);

}  // namespace tradewind::operations
