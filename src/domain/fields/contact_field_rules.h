#pragma once

#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domain/fields/contact_field.h"

namespace tradewind::domain {

// What is left to do for a field that a client wants to make, after its properties were read one by one from `object`:
// sets what follows from the type, reads the default value, and adds a problem for everything that does not fit
// together. `problems` holds what was wrong with the single properties. A property that is null counts as absent.
void complete_new_contact_field(ContactField& field, const base::JsonValue& object,
                                std::vector<base::Problem>& problems);

}  // namespace tradewind::domain
