#pragma once

#include "base/json_writer.h"

namespace tradewind::domain {

// Everything that a definition can be made of, as one object, for whoever builds forms of it: kinds of nodes with their
// parameters, ports and values, settings, and limits. What the store has to choose from is in the vocabulary of
// filters.
void write_workflow_vocabulary(base::JsonWriter& writer);

}  // namespace tradewind::domain
