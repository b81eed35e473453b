#pragma once

#include <memory>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "jobs/demo/shop.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs::demo {

// Three workflows that run, after recipes of docs/workflows.md, and a draft. None of them calls anybody. Whoever serves
// the store lets people in.
base::Result<std::vector<base::Id>> publish_workflows(storage::Transaction& transaction, base::Sources& sources,
                                                      const std::shared_ptr<const storage::Definitions>& known,
                                                      const Shop& shop);

}  // namespace tradewind::jobs::demo
