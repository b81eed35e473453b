#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/files/export.h"
#include "domain/journal/actor.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What somebody asks for, and what is wrong with it as far as the request alone tells.
struct NewExport {
    domain::ExportOptions options;
    std::vector<base::Problem> problems = {};
    bool guards_formulas = true;
    std::optional<domain::Actor> manager = {};  // Who asks by the management interface.
};

// Refused with all problems at once, then with E0301 when too many wait already.
base::Result<domain::Export> create_export(storage::Transaction& transaction, base::Sources& sources,
                                           const storage::Definitions& definitions, const NewExport& wanted);

// Stops one that is worked on. Answers it as it was: its files are to be removed then.
base::Result<domain::Export> delete_export(storage::Transaction& transaction, base::Sources& sources, base::Id id,
                                           const std::optional<domain::Actor>& manager);

base::Error unknown_export();

}  // namespace tradewind::operations
