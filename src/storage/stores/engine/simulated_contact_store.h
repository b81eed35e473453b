#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "domain/workflows/simulate.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::storage {

// How much of a contact's history a simulation knows: the newest, of purchases and of activities each, and no further
// one once what they tell has so many bytes.
inline constexpr std::int64_t simulated_history_rows_max = 1'000;
inline constexpr std::size_t simulated_history_bytes_max = std::size_t{8} * 1024 * 1024;

// A contact as a simulation begins with it: its newest purchases and activities, the segments that it is in, and of
// each coupon set the last code that it was given. Nothing when there is no such contact. The definitions are those
// that the transaction sees.
std::optional<domain::SimulatedContact> find_simulated_contact(Transaction& transaction, const Definitions& definitions,
                                                               base::Id id);

}  // namespace tradewind::storage
