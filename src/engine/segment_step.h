#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/sources.h"
#include "domain/contacts/contact.h"
#include "domain/journal/cause.h"
#include "domain/segments/segment.h"
#include "engine/run_step.h"
#include "engine/segment_index.h"
#include "operations/segment_member_operations.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/segment_time_store.h"

namespace tradewind::engine {

// What is to be done about one contact: changes that wait and times that have come.
struct ContactWork {
    base::Id contact;
    std::vector<storage::QueuedChange> changes = {};
    std::vector<base::Id> due_sets = {};
    std::int64_t newest = 0;  // The number of its last change in the queue; 0 when there is none.
    std::vector<base::Id> due_runs = {};
};

// What a set says of a contact.
struct SetDecision {
    std::size_t place;  // In SegmentIndex::sets().
    bool holds = false;
    bool was_member = false;  // In the set itself.
    bool was_told = false;    // As far as anybody was told.
    std::optional<base::Instant> changes_at = {};
    std::optional<base::Instant> known_time = {};  // What is kept of changes_at so far.
    bool is_cut = false;                           // More history than is read.
    domain::Cause cause = {};

    bool is_built = false;  // The set is being built: who is in it may be written by others at this moment.

    [[nodiscard]] bool has_new_time() const { return changes_at != known_time; }
    // Whether something is to be written but the time.
    [[nodiscard]] bool moves() const { return is_built || holds != was_member || holds != was_told; }
};

struct ContactDecision {
    ContactWork work;
    bool is_gone = false;
    std::vector<SetDecision> sets = {};
    RunDecisions runs = {};
};

// Looks at the sets that the work concerns, inner ones first, and then at runs of workflows, with the facts of this
// transaction. Writes nothing.
ContactDecision decide(storage::Transaction& transaction, const SegmentIndex& index, WorkflowIndex& workflows,
                       ContactWork work, const std::optional<domain::Contact>& contact, base::Instant now);

// What a segment tells when some contacts have more history than is read of one.
inline constexpr std::string_view long_history_incident =
    R"([{"code":"long-history","message":"Some contacts have more history than is read of one. The oldest is not seen."}])";

enum class Applied { Done, Repeat };

// What the contacts of one transaction have in common.
struct BatchWrite {
    std::map<std::int64_t, std::optional<domain::Segment>> segments = {};  // Those that it has held so far.
    // To be written when all are done.
    AddedNumbers numbers = {};
    operations::MemberSums members = {};
};

// Writes what was decided on an earlier snapshot, unless something happened to the contact since then: in that case it
// is to be decided on again, and nothing is written. The definitions are those of the index.
Applied apply(storage::Transaction& transaction, base::Sources& sources, const SegmentIndex& index,
              const ContactDecision& decision, BatchWrite& batch);

}  // namespace tradewind::engine
