#pragma once

#include <memory>

#include "base/result.h"
#include "base/sources.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::app::demo {

// Makes segments that shops use, recipes of docs/segments.md. Whoever serves the store finds their members.
base::Result<void> make_dynamic_segments(storage::Database& database, base::Sources& sources,
                                         const std::shared_ptr<const storage::Definitions>& known);

}  // namespace tradewind::app::demo
