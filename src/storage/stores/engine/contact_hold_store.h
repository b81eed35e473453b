#pragma once

#include <optional>
#include <string>

#include "base/id.h"
#include "base/instant.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Contacts for whom no workflow acts and nothing is sent. Whoever writes has locked the contact.
struct ContactHold {
    std::string reason;
    base::Instant since;

    friend bool operator==(const ContactHold&, const ContactHold&) = default;
};

std::optional<ContactHold> find_contact_hold(Transaction& transaction, base::Id contact);
// In place of the one before.
void set_contact_hold(Transaction& transaction, base::Id contact, const ContactHold& hold);
// False when there was none.
bool delete_contact_hold(Transaction& transaction, base::Id contact);

}  // namespace tradewind::storage
