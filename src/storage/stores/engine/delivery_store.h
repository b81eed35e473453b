#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "domain/deliveries/delivery.h"
#include "domain/lists/list_page.h"
#include "domain/workflows/workflow.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Web calls that leave the machine.

// Wakes who sends it, if it waits. False when there is one of this visit of the run to the node already, or with this
// id; then nothing is written. Whoever makes one for a contact has locked it.
bool insert_delivery(Transaction& transaction, const domain::Delivery& delivery);

// Which call a run means.
struct DeliveryVisit {
    base::Id contact;
    base::Id run;
    std::string node;
    std::int64_t visit;
};
// Nothing: there is none, or it has not ended. Failed: it is dead or was skipped.
enum class DeliveryAnswer { Sent, Failed };
std::optional<DeliveryAnswer> find_delivery_answer(Transaction& transaction, const DeliveryVisit& visit);

// Those of a run that have not ended.
std::vector<base::Id> unsent_deliveries_of(Transaction& transaction, base::Id contact, base::Id run);

std::optional<domain::Delivery> find_delivery(Transaction& transaction, base::Id id);
// The same for whoever is going to change it. Comes after the lock of its contact.
std::optional<domain::Delivery> lock_delivery(Transaction& transaction, base::Id contact, base::Id id);
// Writes what can change. The body never does.
void update_delivery(Transaction& transaction, const domain::Delivery& delivery);

// Event types that have calls which are to be looked at, each with the first moment of that.
struct DueType {
    base::Id type;
    base::Instant first_due_at;
};
std::vector<DueType> due_delivery_types(Transaction& transaction);

// A call whose time has come, with what decides whether it is still to be sent.
struct DueDelivery {
    domain::Delivery delivery;  // Without its answer.
    bool has_contact = false;
    std::optional<domain::WorkflowStatus> workflow_status = {};  // Nothing: there is no such workflow.
    std::optional<std::string> workflow_hold = {};
    std::optional<std::string> contact_hold = {};
};
// Those of a type, the first first. On PostgreSQL those that another process is looking at are left out, but not
// on a cluster.
std::vector<DueDelivery> due_deliveries(Transaction& transaction, base::Id type, base::Instant now,
                                        std::int64_t rows_max);

// A process is sending it until then. The generation is the one that it has from now on.
struct DeliveryLease {
    base::Id contact;
    base::Id id;
    std::string_view holder;
    base::Instant until;
    std::int64_t generation;
};
// False when another process took it since it was looked at.
[[nodiscard]] bool take_delivery(Transaction& transaction, const DeliveryLease& lease);

// What a list is about. Nothing: whatever there is.
struct DeliveryFilter {
    std::optional<base::Id> type = {};
    std::optional<domain::DeliveryState> state = {};
    std::optional<base::Id> contact = {};
    std::optional<base::Instant> from = {};  // When it was made.
    std::optional<base::Instant> to = {};    // Before that.
};
// Newest first, without bodies and answers.
domain::Page<domain::Delivery> list_deliveries(Transaction& transaction, const DeliveryFilter& filter,
                                               const domain::PageRequest& page);
// Those behind an id, the oldest first, as above.
std::vector<domain::Delivery> deliveries_after(Transaction& transaction, const DeliveryFilter& filter, base::Id after,
                                               std::int64_t rows_max);

// Those that ended in this state before then, at most so many; how many they were.
std::int64_t delete_ended_deliveries(Transaction& transaction, domain::DeliveryState state, base::Instant before,
                                     std::int64_t rows_max);
// Those of a contact, in every state.
void delete_deliveries_of(Transaction& transaction, base::Id contact);

// That the receiver of a type wants no more calls.
void stop_calls(Transaction& transaction, base::Id type, base::Instant since);
void allow_calls(Transaction& transaction, base::Id type);
[[nodiscard]] bool are_calls_stopped(Transaction& transaction, base::Id type);

}  // namespace tradewind::storage
