#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "domain/contacts/contact.h"
#include "domain/contacts/contact_key.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whom a list of keys names, looked up and locked for all of them in a few statements: with a database elsewhere, some
// round trips for a slice of a file instead of some for each row. Each answer is given once, to whoever asks first:
// after that it may have changed, and is asked for again.
//
// Good within one transaction that writes nobody's key before it asked for that key.
class ContactsAhead {
  public:
    // Knows nobody ahead.
    ContactsAhead() = default;
    ContactsAhead(Transaction& transaction, const std::vector<domain::ContactKey>& keys);

    // As the functions of this name in contact_store.h.
    std::optional<base::Id> find_contact_id(Transaction& transaction, const domain::ContactKey& key);
    std::optional<domain::Contact> lock_contact(Transaction& transaction, const domain::ContactKey& key);

  private:
    using MaybeId = std::optional<base::Id>;
    using IdsByKey = std::unordered_map<std::string, MaybeId>;

    // Of the keys of one kind.
    IdsByKey& ids_for(const domain::ContactKey& key);
    // Nothing when it was asked for before, or never looked up.
    std::optional<MaybeId> take_id(const domain::ContactKey& key);

    IdsByKey by_email_;
    IdsByKey by_external_id_;
    std::unordered_map<std::int64_t, domain::Contact> locked_;
};

}  // namespace tradewind::storage
