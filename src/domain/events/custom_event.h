#pragma once

#include <optional>
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
// The same of somebody who is known: the primary key may be left out, and is then this address, if there is one. The
// values alone; the type need not have a primary key.
base::Result<std::string> read_event_values(const base::JsonValue& object, const CustomEventType& type,
                                            const std::optional<std::string>& email);
// Anything in which the fields say where their values are. What nobody asks for is left alone.
base::Result<CustomEvent> pick_custom_event(const base::JsonValue& body, const CustomEventType& type);

}  // namespace tradewind::domain
