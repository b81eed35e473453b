#pragma once

#include <optional>
#include <string>

#include "base/instant.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Which installation this database belongs to. Written once, at the first start.
struct Instance {
    std::string id;
    std::string secret_key_fingerprint;
    base::Instant created_at;
};

std::optional<Instance> find_instance(Transaction& transaction);
void insert_instance(Transaction& transaction, const Instance& instance);

}  // namespace tradewind::storage
