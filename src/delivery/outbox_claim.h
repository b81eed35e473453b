#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/result.h"
#include "base/secret.h"
#include "domain/deliveries/web_call.h"
#include "domain/events/custom_event_list.h"
#include "operations/delivery_operations.h"
#include "storage/database/transaction.h"

namespace tradewind::delivery {

// A machine that is called: `https://bookings.example:443`.
using HostKey = std::string;
std::optional<HostKey> host_of(const domain::CustomEventType& type);
std::optional<HostKey> host_of(const std::string& url);

// What may be claimed.
struct ClaimTerms {
    base::Instant now;
    std::map<HostKey, std::size_t> free_places;  // Of machines that are not named: free_places_otherwise.
    std::size_t free_places_otherwise = 0;
    std::size_t calls_max = 0;            // In all.
    std::set<std::int64_t> on_their_way;  // Ids that this process is sending.
    // The lease of a process that shares the database with others; nothing when it has it to itself. Then the rows are
    // only read: whoever comes after a kill finds them as they were.
    struct Lease {
        std::string holder;
        base::Instant until;
    };
    std::optional<Lease> lease;
};

// One that is to be sent, or why it is not.
struct Claim {
    operations::SeenDelivery seen;
    base::Id type;
    HostKey host;
    std::optional<domain::WebCall> call;
    std::optional<operations::Unsent> unsent;
};

struct Claimed {
    std::vector<Claim> claims;
    std::optional<base::Instant>
        first_due_at;  // Of those whose time has come and that were not claimed for want of room.
};

// The deliveries whose time has come, as many as there is room for, each with its request. None while the store is on
// hold. What is asked here is what holds at the last moment: the contact is still there, the delivery has not expired,
// its workflow is neither finished nor on hold, its receiver wants calls.
base::Result<Claimed> claim_deliveries(storage::Transaction& transaction, const domain::CustomEventList& types,
                                       const base::SecretKey& secret_key, const ClaimTerms& terms);

}  // namespace tradewind::delivery
