#pragma once

#include <string_view>

#include "api/answer.h"
#include "base/outside.h"
#include "base/result.h"
#include "base/text.h"
#include "contact_fields.h"
#include "storage/transaction.h"

namespace tradewind::bench {

// What one request wants: some fields of the contact with this address, who may be new.
struct ContactChange {
    base::EmailAddress email;
    domain::Patch<Contact> fields;
    CustomValues custom_values;
};

// All problems of the body at once.
base::Result<ContactChange> read_contact_change(std::string_view email, std::string_view body);

void create_schema(storage::Transaction& transaction);

// Finds the contact by its address, inserts or updates it, writes its activity and a row for the engine. The answer is
// the whole contact.
base::Result<api::JsonAnswer> change_contact(storage::Transaction& transaction, base::Outside& outside,
                                             const ContactChange& change);

}  // namespace tradewind::bench
