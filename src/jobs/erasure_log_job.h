#pragma once

#include <cstdint>
#include <unordered_set>

#include "base/clock.h"
#include "storage/database/database.h"
#include "storage/stores/contacts/erasure_log.h"

namespace tradewind::jobs {

// Puts what the database knows of erasures into the log of them, soon after they happened.
class ErasureLogJob {
  public:
    // The log can be read.
    ErasureLogJob(storage::Database& database, const base::Clock& clock, const storage::ErasureLog& log);

    // How many it put there.
    std::size_t run();

  private:
    storage::Database& database_;
    const base::Clock& clock_;
    const storage::ErasureLog log_;
    std::unordered_set<std::int64_t> written_;  // Of those that are looked at again.
    base::Id from_;                             // Everything before it is in the log.
};

}  // namespace tradewind::jobs
