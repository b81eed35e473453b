#pragma once

#include <string>

#include "domain/events/custom_event_type.h"

namespace tradewind::domain {

// Values that the fields of a type could have, as a JSON object: for a call that only tries whether it arrives.
std::string sample_fields(const CustomEventType& type);

}  // namespace tradewind::domain
