#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "domain/workflows/run.h"

namespace tradewind::domain {

// What of a run nobody asks the database for, as JSON, and read again. Nodes are named by their ids, so that it can be
// told what they are without the definition.
std::string write_run_body(const Run& run, const Definition& definition);
// Into a run that has everything else. False when a node is not in the definition.
bool read_run_body(std::string_view json, const Definition& definition, Run& run);

}  // namespace tradewind::domain
