#pragma once

#include <vector>

#include "base/json_writer.h"
#include "domain/filters/evaluate.h"
#include "domain/filters/filter_names.h"

namespace tradewind::api::admin {

// The member `because`: the tests that decided, each with the value that it saw.
void write_because(base::JsonWriter& writer, const std::vector<domain::FilterReason>& reasons,
                   const domain::FilterNames& names);

}  // namespace tradewind::api::admin
