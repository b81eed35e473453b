#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/files/import.h"
#include "domain/journal/actor.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// A file that was looked through and is kept.
struct NewImport {
    domain::ImportType type;
    domain::ImportOptions options;
    std::string origin = "api";
    std::string file;
    std::int64_t total;
    std::vector<std::string> header;
};

// An actor is somebody who works in the management interface, where every change leaves an audit row.

// Refused with E0401 when too many wait already, and as Invalid when what the options name is not there.
base::Result<domain::Import> create_import(storage::Transaction& transaction, base::Sources& sources,
                                           const std::optional<domain::Actor>& actor, const NewImport& wanted);

// What the options name that is not there, or not fit; all at once.
std::vector<base::Problem> check_import_options(storage::Transaction& transaction,
                                                const domain::ImportOptions& options);

// Which import somebody means. Those of another family are not found.
struct ImportKey {
    domain::ImportFamily family;
    std::optional<base::Id> id;  // Nothing can have it: not found.
};

// Stops one that waits or is worked on; what was taken in stays. Conflict when it has ended.
base::Result<domain::Import> cancel_import(storage::Transaction& transaction, base::Sources& sources,
                                           const domain::Actor& actor, const ImportKey& key);

// Conflict when it has not ended. Answers the name of the file that is to be removed then, if it has one.
base::Result<std::optional<std::string>> delete_import(storage::Transaction& transaction, base::Sources& sources,
                                                       const std::optional<domain::Actor>& actor, const ImportKey& key);

}  // namespace tradewind::operations
