#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "domain/fields/contact_field.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// The fields that the store made, without deleted ones unless said otherwise. A field does not change from its making
// to its deletion. Whoever makes or deletes one holds lock_definitions() and calls touch_definitions().

// By the id that clients use.
std::optional<domain::ContactField> find_contact_field(Transaction& transaction, std::string_view id);
// By its number, also a deleted one.
std::optional<domain::ContactField> find_contact_field(Transaction& transaction, std::int64_t number);
// Of every field, newest first; they are bounded by domain::custom_fields_max.
std::vector<std::int64_t> contact_field_numbers(Transaction& transaction);
std::int64_t count_contact_fields(Transaction& transaction);
// Gives the field a number that none ever had, and answers it.
std::int64_t insert_contact_field(Transaction& transaction, const domain::ContactField& field);
// Hides it from then on; its id is free again. False when there was no such field.
bool delete_contact_field(Transaction& transaction, std::string_view id, base::Instant when);

// A field that is gone for everybody but whose values may still lie in contacts.
struct DeletedContactField {
    std::int64_t number;
    base::Instant deleted_at;
};
// Those deleted first, at most a hundred.
std::vector<DeletedContactField> deleted_contact_fields(Transaction& transaction);
// Takes away what is left of a deleted field. A field that lives is left alone.
void forget_contact_field(Transaction& transaction, std::int64_t number);

}  // namespace tradewind::storage
