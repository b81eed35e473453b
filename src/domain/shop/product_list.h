#pragma once

#include "domain/lists/ordered_list.h"

namespace tradewind::domain {

// Newest first; or those whose name or whose productId starts with a text, in the order of their search keys.
enum class ProductOrder { Newest, Name, ProductId };

using ProductListRequest = OrderedListRequest<ProductOrder>;

}  // namespace tradewind::domain
