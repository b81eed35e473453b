#pragma once

#include "domain/lists/ordered_list.h"

namespace tradewind::domain {

// Newest first; or those whose purchaseId starts with a text, byte for byte, in the order of these ids.
enum class PurchaseOrder { Newest, PurchaseId };

using PurchaseListRequest = OrderedListRequest<PurchaseOrder>;

}  // namespace tradewind::domain
