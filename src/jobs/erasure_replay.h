#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "storage/database/database.h"
#include "storage/stores/contacts/erasure_store.h"

namespace tradewind::jobs {

struct ErasureReplay {
    std::size_t unknown = 0;  // Erasures of which the database did not know.
    std::size_t people = 0;   // Who were therefore erased again.
};

// Makes the erasures in a log happen in a database that does not know of them, because it is older: whoever was there
// at the time of an erasure and has what its hashes say is removed, and imports that waited since before then are
// ended, because their files may bring them back. Afterwards the database knows of them. When it is cut short, it can
// be begun anew.
base::Result<ErasureReplay> replay_erasures(storage::Database& database, base::Sources& sources,
                                            const base::SecretKey& secret_key,
                                            const std::vector<storage::Erasure>& log);

}  // namespace tradewind::jobs
