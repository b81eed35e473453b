#pragma once

#include <optional>

#include "api/route.h"
#include "api/services.h"
#include "base/error.h"
#include "base/id.h"
#include "domain/files/import.h"

namespace tradewind::api {

// Which report somebody wants.
struct WantedReport {
    base::Id import;
    std::optional<domain::ImportFamily> family = {};  // One of another family is not found. Nothing: of either.
    std::optional<base::Error> when_missing = {};     // Said instead of what is missing.
};

// Answers what was refused of an import, as CSV; 404 when nothing was. Hands the work on.
void answer_report(const Services& services, Call& call, WantedReport wanted);

}  // namespace tradewind::api
