#pragma once

#include "api/route.h"
#include "api/surroundings.h"
#include "base/id.h"
#include "domain/import.h"

namespace tradewind::api {

// Answers what was refused of an import, as CSV; 404 when nothing was. Hands the work on.
void answer_report(const Surroundings& surroundings, Call& call, domain::ImportType type, base::Id import);

// The file that holds the report on its way to somebody.
std::string report_file(base::Id import);

}  // namespace tradewind::api
