#include "operations/activity_operations.h"

#include "storage/stores/contacts/activity_store.h"

namespace tradewind::operations {

domain::Activity journal(storage::Transaction& transaction, base::Sources& sources,
                         const storage::Definitions& definitions, const domain::Contact& contact,
                         const JournalEntry& entry) {
    domain::Activity activity{
        .id = sources.ids.next(),
        .contact = contact.id,
        .kind = entry.kind,
        .at = entry.at,
        .data = entry.data,
        .moment = domain::moment_of(contact, definitions.contact_fields),
    };
    storage::insert_activity(transaction, activity);
    if (entry.wakes == Wakes::Yes && definitions.listeners[static_cast<std::size_t>(activity.kind)]) {
        storage::queue_activity(transaction, activity);
    }
    return activity;
}

}  // namespace tradewind::operations
