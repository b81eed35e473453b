#pragma once

#include <functional>

#include "api/route.h"
#include "api/services.h"
#include "domain/events/custom_event.h"
#include "operations/custom_event_operations.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api {

// What a request says happened, read by these definitions.
using ReadCustomEvent = std::function<base::Result<domain::CustomEvent>(const storage::Definitions&)>;

// Records it and answers 201 with its id. It is read once more when the definitions changed before its turn.
void answer_custom_event(const Services& services, Call& call, ReadCustomEvent read,
                         operations::UnknownContact unknown);

}  // namespace tradewind::api
