#include "operations/activity_operations.h"

#include <algorithm>

#include "base/fault.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/engine/change_store.h"

namespace tradewind::operations {
namespace {

// Larger than every number of the contact before it, whatever the clock of this process says.
std::int64_t next_number(base::Sources& sources, std::int64_t last) {
    return std::max(sources.ids.next().number, last + 1);
}
std::int64_t next_number(base::Sources& sources, domain::Contact& contact) {
    return contact.journal.last = next_number(sources, contact.journal.last);
}

// A mistake that tests must notice.
bool is_kept_quiet(const domain::Change& change, const domain::Cause& cause) {
    return (base::is_planted(base::Fault::SilentImports) && cause.kind == domain::Cause::Kind::Import) ||
           (base::is_planted(base::Fault::LostChange) && !change.fields.empty());
}

// What an entry tells, for those who wait for it. Its number is the contact's last one.
void queue_told(storage::Transaction& transaction, const storage::Definitions& definitions,
                const domain::Contact& contact, const JournalEntry& entry) {
    if (definitions.listeners.is_empty()) { return; }
    domain::Change change{
        .purchases = entry.kind == domain::ActivityKind::Purchase, .kind = entry.kind, .subject = entry.subject};
    if (entry.before != nullptr) { change.fields = domain::changed_fields(*entry.before, contact); }
    if (!definitions.listeners.hear(change) || is_kept_quiet(change, entry.cause)) { return; }
    storage::queue_change(transaction, {.contact = contact.id,
                                        .number = contact.journal.last,
                                        .change = std::move(change),
                                        .at = entry.at,
                                        .cause = entry.cause});
}

}  // namespace

domain::Activity journal(storage::Transaction& transaction, base::Sources& sources,
                         const storage::Definitions& definitions, domain::Contact& contact, const JournalEntry& entry) {
    domain::Activity activity{
        .id = {entry.number == EntryNumber::Taken ? contact.journal.last : next_number(sources, contact)},
        .contact = contact.id,
        .kind = entry.kind,
        .at = entry.at,
        .data = entry.data,
        .moment = domain::moment_of(contact, definitions.contact_fields),
        .cause = entry.cause,
    };
    queue_told(transaction, definitions, contact, entry);
    // Last: what is written next is the contact's row, and a cluster takes the two as one.
    storage::insert_activity(
        transaction, activity,
        entry.number == EntryNumber::Noted ? storage::NumberKeeper::Activity : storage::NumberKeeper::Contact);
    return activity;
}

void queue_untold(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                  domain::Contact& contact, const UntoldChange& untold) {
    if (definitions.listeners.is_empty()) { return; }
    domain::Change change{.fields = domain::changed_fields(untold.before, contact), .purchases = untold.purchases};
    if (!definitions.listeners.hear(change) || is_kept_quiet(change, untold.cause)) { return; }
    storage::queue_change(transaction, {.contact = contact.id,
                                        .number = next_number(sources, contact),
                                        .change = std::move(change),
                                        .cause = untold.cause});
}

void queue_enrolment(storage::Transaction& transaction, base::Sources& sources, const storage::ContactJournal& journal,
                     base::Id workflow) {
    storage::queue_change(transaction, {.contact = journal.contact,
                                        .number = next_number(sources, journal.number),
                                        .change = storage::enrolment(workflow)});
}

}  // namespace tradewind::operations
