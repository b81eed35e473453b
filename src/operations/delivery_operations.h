#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/deliveries/delivery.h"
#include "domain/deliveries/web_call.h"
#include "domain/events/custom_event_type.h"
#include "domain/journal/actor.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// The request of a delivery, signed at this moment with each secret of its type that is alive. Refused when the type
// does not send.
base::Result<domain::WebCall> make_web_call(storage::Transaction& transaction, const base::SecretKey& secret_key,
                                            const domain::CustomEventType& type, const domain::Delivery& delivery,
                                            base::Instant now);

// A delivery as its sender saw it. Whoever changed it since, or erased its contact, is the one who counts.
struct SeenDelivery {
    base::Id contact;
    base::Id id;
    std::int64_t generation;
};

// Writes what came of a call: the answer, the new state, and that the run which waits for it is to be looked at.
// Nothing when somebody else decided about it meanwhile; then nothing is written.
std::optional<domain::Delivery> finish_call(storage::Transaction& transaction, const SeenDelivery& seen,
                                            const domain::AnsweredAttempt& attempt);

// Why a delivery is not sent although its time has come.
struct Unsent {
    enum class Kind { Skipped, Dead, Held };

    Kind kind;
    std::string reason;
};
// So long a delivery whose workflow is on hold is left alone before it is looked at again.
inline constexpr std::chrono::milliseconds held_delivery_interval{60'000};
// The same as above for one that is not sent.
std::optional<domain::Delivery> leave_unsent(storage::Transaction& transaction, const SeenDelivery& seen,
                                             const Unsent& unsent, base::Instant now);

// The calls of a run that were not sent yet are not sent any more. The contact is locked.
void skip_calls_of_run(storage::Transaction& transaction, base::Id contact, base::Id run, std::string_view reason,
                       base::Instant now);

// What a person does. NotFound when there is no such delivery.
base::Result<domain::Delivery> retry_delivery(storage::Transaction& transaction, base::Sources& sources,
                                              const domain::Actor& actor, base::Id id);
base::Result<domain::Delivery> drop_delivery(storage::Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, base::Id id);

// Dead deliveries of a type are tried again, at most so many at a time, the oldest first.
inline constexpr std::int64_t retried_deliveries_max = 1'000;
struct Retried {
    std::int64_t count = 0;
    bool are_more_left = false;
};
Retried retry_deliveries(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                         const storage::DeliveryFilter& filter);

// Writes down a call that was made as a test, with what came of it.
domain::Delivery record_test_call(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  domain::Delivery delivery, const domain::WebCallAnswer& answer);

// Something went wrong that nobody waits for. Somebody is to be told of it.
struct Incident {
    std::string kind;   // A word, such as calls-stopped.
    base::Id subject;   // What it is about; 0: the store.
    std::string place;  // Where in it; empty: anywhere.
    std::string text;   // For whoever is told.
};

// Puts a call of the store's event type for incidents into the outbox, at most one for each incident in every hour of
// the clock. Nothing happens when the store has none.
void tell_incident(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const Incident& incident);

base::Error unknown_delivery();

}  // namespace tradewind::operations
