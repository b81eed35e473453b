#include "operations/activity_operations.h"

#include "storage/stores/contacts/activity_store.h"

namespace tradewind::operations {

domain::Activity journal(storage::Transaction& transaction, base::Sources& sources,
                         const storage::Definitions& definitions, const domain::Contact& contact,
                         const Happening& happening) {
    domain::Activity activity{
        .id = sources.ids.next(),
        .contact = contact.id,
        .kind = happening.kind,
        .at = happening.at,
        .data = happening.data,
        .moment = domain::moment_of(contact, definitions.contact_fields),
    };
    storage::insert_activity(transaction, activity);
    if (happening.wakes == Wakes::Yes && definitions.listeners[static_cast<std::size_t>(activity.kind)]) {
        storage::queue_activity(transaction, activity);
    }
    return activity;
}

}  // namespace tradewind::operations
