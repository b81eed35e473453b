#pragma once

#include "base/result.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/reports/report.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// Each refuses, as Invalid with all problems, a report that was not read as a whole or whose parts do not go together,
// and leaves an audit row. `definitions` are those that the caller knows; newer ones are looked
// up.

// Invalid also when there are as many as there may be.
base::Result<domain::Report> create_report(storage::Transaction& transaction, base::Sources& sources,
                                           const std::shared_ptr<const storage::Definitions>& definitions,
                                           const domain::Actor& actor, const domain::ReportPatch& wanted);
// The report as it is now; NotFound when there is none and nothing is wrong with the patch.
base::Result<domain::Report> change_report(storage::Transaction& transaction, base::Sources& sources,
                                           const std::shared_ptr<const storage::Definitions>& definitions,
                                           const domain::Actor& actor, base::Id id, const domain::ReportPatch& patch);
// NotFound when there is none.
base::Result<void> delete_report(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                 base::Id id);

// Those that a new store has. Once; whoever deletes one does not see it again.
void create_first_reports(storage::Transaction& transaction, base::Sources& sources);

// What is said of a report that is not there.
base::Error unknown_report();

}  // namespace tradewind::operations
