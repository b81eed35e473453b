#pragma once

#include "storage/database/transaction.h"

namespace tradewind::storage {

// What others are about to commit is in the way of the work: it is undone and run again, so often at most.
class DatabaseConflict final : public DatabaseBroken {
  public:
    using DatabaseBroken::DatabaseBroken;
};

}  // namespace tradewind::storage
