#pragma once

#include <memory>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs::demo {

// Makes segments that shops use, recipes of docs/segments.md. Whoever serves the store finds their members.
base::Result<std::vector<base::Id>> make_dynamic_segments(storage::Transaction& transaction, base::Sources& sources,
                                                          const std::shared_ptr<const storage::Definitions>& known);

}  // namespace tradewind::jobs::demo
