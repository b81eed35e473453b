#pragma once

#include <string_view>

#include "base/secret.h"
#include "storage/database/query.h"

namespace tradewind::storage {

// A keyed hash as it is kept in a column of bytes.
Bytes bytes_of(const base::KeyedHash& hash);
// Throws DatabaseBroken when the column holds something else.
base::KeyedHash hash_from(std::string_view bytes);

}  // namespace tradewind::storage
