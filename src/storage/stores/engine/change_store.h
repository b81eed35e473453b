#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "domain/journal/cause.h"
#include "domain/journal/change.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// A change that waits to be looked at.
struct QueuedChange {
    base::Id contact;
    std::int64_t number;  // Its place among the changes of the contact; the id of its activity, when it has one.
    domain::Change change;
    std::optional<base::Instant> at = {};  // Of the activity.
    domain::Cause cause = {};

    friend bool operator==(const QueuedChange&, const QueuedChange&) = default;
};

// That a workflow takes in who is there: nothing changed about the contact, and it is looked at in its turn.
domain::Change enrolment(base::Id workflow);
// Nothing when it is something else.
std::optional<base::Id> enrolment_in(const QueuedChange& queued);

// Puts it behind the others of its contact, and wakes whoever looks at them once the transaction is durable. The next
// number of the contact is larger, also when no activity has this one.
void queue_change(Transaction& transaction, const QueuedChange& queued);
// A place in the queue: behind all changes of this contact.
struct ChangePlace {
    std::int64_t bucket = 0;
    base::Id contact = {};
};
// The next ones behind a place, up to the end of a bucket, those of one contact together and in their order.
std::vector<QueuedChange> changes_after(Transaction& transaction, const ChangePlace& after, std::int64_t last_bucket,
                                        std::int64_t rows_max);
// Those of one contact, the first ones.
std::vector<QueuedChange> changes_of(Transaction& transaction, base::Id contact, std::int64_t rows_max);
// The number of the last one of a contact; nothing when none waits.
std::optional<std::int64_t> newest_change(Transaction& transaction, base::Id contact);
// How many wait, of so many at most.
std::int64_t count_changes(Transaction& transaction, std::int64_t rows_max);
// False when it is not there any more.
bool delete_change(Transaction& transaction, base::Id contact, std::int64_t number);
void delete_changes_of(Transaction& transaction, base::Id contact);

// Whoever waits for changes: a segment, a workflow.
struct ChangeListener {
    enum class Kind { Segment, Workflow };

    Kind kind;
    base::Id id;
};
// From the commit on it waits for these and for nothing else; for nothing at all when there are none.
void set_change_topics(Transaction& transaction, const ChangeListener& listener,
                       const std::vector<domain::ChangeTopic>& topics);
std::vector<domain::ChangeTopic> change_topics_of(Transaction& transaction, const ChangeListener& listener);
domain::ChangeListeners all_change_listeners(Transaction& transaction);

}  // namespace tradewind::storage
