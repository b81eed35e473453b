#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "domain/lists/list_page.h"
#include "domain/shop/product.h"
#include "domain/shop/product_list.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

std::optional<domain::Product> find_product(Transaction& transaction, base::Id id);
// By the store's own identifier.
std::optional<domain::Product> find_product(Transaction& transaction, std::string_view product_id);
// The same for whoever is about to change it: nobody else changes it until the transaction ends.
std::optional<domain::Product> find_product_for_change(Transaction& transaction, std::string_view product_id);
// Those that exist, each once, in no particular order.
std::vector<domain::Product> find_products(Transaction& transaction, const std::vector<std::string>& product_ids);
domain::Page<domain::Product> list_products(Transaction& transaction, const domain::ProductListRequest& request);

// The store's identifier must be free: of two who insert it at the same moment, the second runs again.
void insert_product(Transaction& transaction, const domain::Product& product);

struct ProductUpdate {
    const domain::Product& before;
    const domain::Product& after;  // With the same identifiers.
};
void update_product(Transaction& transaction, const ProductUpdate& update);

// Nothing happens when there is no such product.
void remove_product(Transaction& transaction, base::Id id);
void remove_product(Transaction& transaction, std::string_view product_id);

}  // namespace tradewind::storage
