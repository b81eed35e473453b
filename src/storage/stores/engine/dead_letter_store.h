#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/id.h"
#include "base/instant.h"
#include "domain/journal/activity.h"
#include "domain/lists/list_page.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// A change of a contact with which nothing could be done, so that it was put aside.
struct DeadLetter {
    base::Id id;
    base::Id contact;
    std::int64_t number;                            // Of the change; 0 when a time had come.
    std::optional<domain::ActivityKind> kind = {};  // Of the activity that told of it.
    std::string error;                              // Why, for whoever operates the service.
    base::Instant at;                               // When it was put aside.

    friend bool operator==(const DeadLetter&, const DeadLetter&) = default;
};

// So many are kept; the oldest go first.
inline constexpr std::int64_t dead_letters_max = 10'000;
void insert_dead_letter(Transaction& transaction, const DeadLetter& letter);
// Newest first.
domain::Page<DeadLetter> list_dead_letters(Transaction& transaction, const domain::PageRequest& page);
void delete_dead_letters_of(Transaction& transaction, base::Id contact);

}  // namespace tradewind::storage
