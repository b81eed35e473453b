#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/outside.h"
#include "base/result.h"
#include "domain/actor.h"
#include "domain/import.h"
#include "storage/transaction.h"

namespace tradewind::operations {

// A file that was looked through and is kept.
struct NewImport {
    domain::ImportType type;
    domain::ImportOptions options;
    std::string file;
    std::int64_t total;
    std::vector<std::string> header;
};

// Refused with E0401 when too many wait already.
base::Result<domain::Import> create_import(storage::Transaction& transaction, base::Outside& outside,
                                           const domain::Actor& actor, const NewImport& wanted);

// Which import somebody means. Those of another type are not found.
struct ImportKey {
    domain::ImportType type;
    std::optional<base::Id> id;  // Nothing can have it: not found.
};

// Stops one that waits or is worked on; what was taken in stays. Conflict when it has ended.
base::Result<domain::Import> cancel_import(storage::Transaction& transaction, base::Outside& outside,
                                           const domain::Actor& actor, const ImportKey& key);

// Conflict when it has not ended. Answers the name of the file that is to be removed then, if it has one.
base::Result<std::optional<std::string>> delete_import(storage::Transaction& transaction, base::Outside& outside,
                                                       const domain::Actor& actor, const ImportKey& key);

}  // namespace tradewind::operations
