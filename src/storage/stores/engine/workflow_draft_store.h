#pragma once

#include <string_view>
#include <vector>

#include "base/id.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// The workflows that are not finished and whose draft has this ASCII text somewhere, whatever case its letters have, by
// id.
std::vector<base::Id> drafts_with(Transaction& transaction, std::string_view text);

}  // namespace tradewind::storage
