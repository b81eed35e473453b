#pragma once

#include "api/route.h"
#include "api/surroundings.h"
#include "base/id.h"
#include "domain/import.h"

namespace tradewind::api {

// Answers what was refused of an import, as CSV; 404 when nothing was. Hands the work on.
void answer_report(const Surroundings& surroundings, Call& call, domain::ImportType type, base::Id import);

}  // namespace tradewind::api
