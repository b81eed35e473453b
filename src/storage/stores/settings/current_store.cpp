#include "storage/stores/settings/current_store.h"

#include "storage/stores/settings/store_store.h"

namespace tradewind::storage {

domain::Store current_store(Transaction& transaction, const Definitions& snapshot) {
    if (transaction.definitions_version() == snapshot.version) { return snapshot.store; }
    auto store = find_store(transaction);
    if (!store) { throw DatabaseBroken("the database holds no store"); }
    return std::move(*store);
}

}  // namespace tradewind::storage
