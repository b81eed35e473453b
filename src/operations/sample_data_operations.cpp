#include "operations/sample_data_operations.h"

#include <limits>

#include "operations/audit.h"
#include "storage/stores/jobs/sample_data_store.h"

namespace tradewind::operations {

using domain::SampleShop;
using domain::SampleShopState;
using storage::Transaction;

bool is_store_empty(Transaction& transaction, const storage::Definitions& definitions) {
    if (!definitions.contact_fields.custom().empty() || !definitions.custom_events.integrations().empty() ||
        !definitions.segments.empty() || !definitions.coupon_sets.empty() || !definitions.workflows.empty()) {
        return false;
    }
    constexpr base::Id end{std::numeric_limits<std::int64_t>::max()};
    return storage::contacts_made_before(transaction, end, 1).empty() &&
           storage::products_made_before(transaction, end, 1).empty() &&
           storage::purchases_made_before(transaction, end, 1).empty();
}

base::Result<SampleShop> add_sample_data(Transaction& transaction, base::Sources& sources,
                                         const storage::Definitions& definitions, const domain::Actor& actor) {
    if (storage::lock_sample_data(transaction).state != SampleShopState::None) {
        return base::conflict("The store has sample data already.");
    }
    if (!is_store_empty(transaction, definitions)) {
        return base::conflict("The store is not empty. Sample data goes into a new one only.");
    }
    const SampleShop begun{.state = SampleShopState::Adding, .begun_at = sources.clock.now()};
    storage::update_sample_data(transaction, begun);
    transaction.wake(storage::Sleeper::SampleData);
    audit(transaction, sources, actor, {.action = "sample-data.add", .subject = "store"});
    return begun;
}

SampleShop remove_sample_data(Transaction& transaction, base::Sources& sources, const domain::Actor& actor) {
    auto data = storage::lock_sample_data(transaction);
    if (data.state == SampleShopState::Removing) { return data; }
    if (data.state == SampleShopState::None) {
        if (data.kept.empty() && !data.problem) { return data; }
        data.kept.clear();
        data.problem.reset();
        storage::update_sample_data(transaction, data);
        return data;
    }
    data.state = SampleShopState::Removing;
    storage::update_sample_data(transaction, data);
    transaction.wake(storage::Sleeper::SampleData);
    audit(transaction, sources, actor, {.action = "sample-data.remove", .subject = "store"});
    return data;
}

}  // namespace tradewind::operations
