#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/fields/field_table.h"
#include "domain/shop/product.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What somebody wants of a product.
struct ProductChange {
    std::string product_id;  // The store's.
    domain::Patch<domain::Product> patch;
    // What was found wrong with the patch when it was read. It is refused together with what a new product lacks.
    std::vector<base::Problem> problems = {};
};

// The product that somebody wants to change, held until the end of the transaction. There is none by a text that can be
// nobody's identifier, and databases are not asked for it: not all of them take every text.
std::optional<domain::Product> product_for_change(storage::Transaction& transaction, std::string_view product_id);

// Puts the patch over the product, or makes a new one of it; the product as it is afterwards. A patch that changes
// nothing writes nothing. Refused: a patch with problems, a new product without what it needs, and an address outside
// the store's authorised domains (E0201).
base::Result<domain::Product> change_product(storage::Transaction& transaction, base::Sources& sources,
                                             const storage::Definitions& definitions, const ProductChange& change);

// Purchases keep what they copied. Nothing happens when there is no such product.
void delete_product(storage::Transaction& transaction, base::Id id);
void delete_product(storage::Transaction& transaction, std::string_view product_id);

}  // namespace tradewind::operations
