#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "domain/events/custom_event_type.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// A type does not change from its making to its deletion. Whoever makes or deletes one holds lock_definitions() and
// calls touch_definitions().

std::optional<domain::CustomEventType> find_custom_event_type(Transaction& transaction, base::Id id);
bool has_custom_event_type(Transaction& transaction, std::string_view alias);
// Newest first; they are bounded by domain::custom_event_types_max.
std::vector<base::Id> custom_event_type_ids(Transaction& transaction);
std::int64_t count_custom_event_types(Transaction& transaction);
void insert_custom_event_type(Transaction& transaction, const domain::CustomEventType& type);
// False when there was no such type.
bool delete_custom_event_type(Transaction& transaction, base::Id id);
void delete_custom_event_types_of(Transaction& transaction, base::Id integration);

}  // namespace tradewind::storage
