#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/text.h"
#include "domain/contacts/contact.h"
#include "domain/contacts/contact_key.h"
#include "storage/database/query_pair.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Who has this key; nothing when nobody has it.
std::optional<base::Id> find_contact_id(Transaction& transaction, const domain::ContactKey& key);

std::optional<domain::Contact> find_contact(Transaction& transaction, base::Id id);
std::optional<domain::Contact> find_contact(Transaction& transaction, const domain::ContactKey& key);
// The same for whoever is going to change it: nobody else changes it before this transaction ends. Comes before the
// locks of products and coupon sets.
std::optional<domain::Contact> lock_contact(Transaction& transaction, base::Id id);
std::optional<domain::Contact> lock_contact(Transaction& transaction, const domain::ContactKey& key);
// Locks it and takes the next number of its journal, this one or a larger one; whoever takes it writes an entry. For a
// cluster, where it saves a command; elsewhere the number is noted together with the entry.
std::optional<domain::Contact> lock_contact_for_entry(Transaction& transaction, const domain::ContactKey& key,
                                                      std::int64_t number);

// Those that exist, each once, in no particular order.
std::vector<domain::Contact> find_contacts(Transaction& transaction, const std::vector<std::int64_t>& ids);
// The same for whoever is going to change them.
std::vector<domain::Contact> lock_contacts(Transaction& transaction, const std::vector<std::int64_t>& ids);

// How much of a walk is read at once: so many rows, and no further one once so many bytes of values are read.
struct WalkBounds {
    std::int64_t rows_max;
    std::size_t bytes_max;
};
// Those after this id, by id, at most so many; fewer only when there are no more or they are large.
std::vector<domain::Contact> contacts_after(Transaction& transaction, base::Id after, const WalkBounds& bounds);
// Their ids alone.
std::vector<std::int64_t> contact_ids_after(Transaction& transaction, base::Id after, std::int64_t rows_max);
// The same downwards: those before this id, the newest first.
std::vector<domain::Contact> contacts_before(Transaction& transaction, base::Id before, const WalkBounds& bounds);
// How many there are after this id, and the last of them, of so many at most.
struct ContactCount {
    std::int64_t count = 0;
    base::Id last;
};
ContactCount count_contacts_after(Transaction& transaction, base::Id after, std::int64_t rows_max);
// How many there are behind the first up to the last of these two.
std::int64_t count_contacts_between(Transaction& transaction, base::Id after, base::Id last);

// The numbers of the newest entries of the journals of those contacts that exist, by id, as the ids are; nobody changes
// one of them before this transaction ends.
struct ContactJournal {
    base::Id contact;
    std::int64_t number;
};
std::vector<ContactJournal> lock_journals(Transaction& transaction, const std::vector<std::int64_t>& ids);

// These write the number of the newest entry of its journal, too: what is journalled in the same transaction comes
// first.

// Its keys must be free: two that insert one at the same moment must not both succeed.
void insert_contact(Transaction& transaction, const domain::Contact& contact);
// What was locked before as `before` becomes `after`, but for what its purchases add up to; its new keys must be free.
void update_contact(Transaction& transaction, const domain::Contact& before, const domain::Contact& after);
// What the purchases of a contact add up to, and nothing else of it.
void update_contact_totals(Transaction& transaction, const domain::Contact& contact);
void delete_contact(Transaction& transaction, const domain::Contact& contact);

// An entry of a journal, followed by what update_contact() or update_contact_totals() runs.
std::vector<QueryPair> contact_change_pairs();

}  // namespace tradewind::storage
