#include "operations/custom_event_operations.h"

#include <map>
#include <string_view>
#include <utility>

#include "base/json_writer.h"
#include "operations/activity_operations.h"
#include "operations/contact_operations.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::operations {
namespace {

struct LockedContact {
    std::optional<domain::Contact> contact;
    bool has_number;  // The next number of its journal is taken.
};
using ContactsByEmail = std::map<std::string_view, LockedContact>;

// All contacts are locked before anything is written, in one order: two batches with the same people do not wait for
// each other in a circle.
ContactsByEmail lock_contacts(storage::Transaction& transaction, base::Sources& sources,
                              const storage::Definitions& definitions, const std::vector<domain::CustomEvent>& events,
                              UnknownContact unknown) {
    std::map<std::string_view, const base::EmailAddress*> addresses;
    for (const auto& event : events) { addresses.emplace(event.email.key(), &event.email); }
    ContactsByEmail contacts;
    for (const auto& [key, address] : addresses) {
        auto contact = transaction.is_spread()
                           ? storage::lock_contact_for_entry(transaction, *address, sources.ids.next().number)
                           : storage::lock_contact(transaction, *address);
        const bool has_number = contact && transaction.is_spread();
        if (!contact && unknown == UnknownContact::Created) {
            contact = change_contact(transaction, sources, definitions, *address, {}).take();
        }
        contacts.emplace(key, LockedContact{.contact = std::move(contact), .has_number = has_number});
    }
    return contacts;
}

// `{"eventTypeId": "...", "values": {"seats": 2}}`: all that a reader needs once the type is gone.
std::string activity_json(const domain::CustomEvent& event) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("eventTypeId");
    writer.string(event.type.text());
    writer.key("values");
    writer.raw(event.values);
    writer.end_object();
    return json;
}

}  // namespace

std::vector<base::Result<domain::Activity>> record_custom_events(storage::Transaction& transaction,
                                                                 base::Sources& sources,
                                                                 const storage::Definitions& definitions,
                                                                 const std::vector<domain::CustomEvent>& events,
                                                                 UnknownContact unknown) {
    auto contacts = lock_contacts(transaction, sources, definitions, events, unknown);
    std::vector<base::Result<domain::Activity>> outcomes;
    outcomes.reserve(events.size());
    for (const auto& event : events) {
        auto& [contact, has_number] = contacts.at(event.email.key());
        if (!contact) {
            outcomes.emplace_back(
                base::coded("E0501", "No contact has this e-mail address. Send createContact=true to create one."));
            continue;
        }
        outcomes.emplace_back(
            journal(transaction, sources, definitions, *contact,
                    {.kind = domain::ActivityKind::CustomEvent,
                     .at = sources.clock.now(),
                     .data = activity_json(event),
                     .subject = event.type,
                     .number = std::exchange(has_number, false) ? EntryNumber::Taken : EntryNumber::Noted}));
    }
    return outcomes;
}

}  // namespace tradewind::operations
