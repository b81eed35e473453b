#pragma once

#include <string>

#include "base/json.h"
#include "base/result.h"
#include "base/text.h"
#include "domain/events/custom_event_type.h"

namespace tradewind::domain {

// What happened to somebody, read by the fields of its type.
struct CustomEvent {
    base::Id type;
    base::EmailAddress email;  // Of the field that is the primary key.
    std::string values;        // By field id: a JSON object.
};

// Both check every value against its field, take null for absent, and tell all problems at once. The type has a primary
// key.

// An object that holds the values by field id, and nothing else.
base::Result<CustomEvent> read_custom_event(const base::JsonValue& object, const CustomEventType& type);
// Anything in which the fields say where their values are. What nobody asks for is left alone.
base::Result<CustomEvent> pick_custom_event(const base::JsonValue& body, const CustomEventType& type);

}  // namespace tradewind::domain
