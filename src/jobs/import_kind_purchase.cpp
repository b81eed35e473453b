#include "jobs/import_kind.h"

#include <utility>

#include "domain/fields/json_fields.h"
#include "domain/shop/purchase.h"
#include "operations/purchase_operations.h"

namespace tradewind::jobs {
namespace {

base::Result<domain::NewPurchase> read_purchase(const domain::ImportRecord& record) {
    const auto document = TRY(domain::read_object(record.json));
    std::vector<base::Problem> problems;
    auto purchase = domain::read_purchase(document.root(), problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return purchase;
}

base::Result<void> take_in_purchase(storage::Transaction& transaction, base::Sources& sources,
                                    const storage::Definitions& definitions, const domain::NewPurchase& purchase) {
    const auto made =
        operations::create_purchase(transaction, sources, definitions, purchase, {.kind = domain::Cause::Kind::Import});
    // One that is there already is left alone, so that a file may come twice.
    if (!made && made.error().kind != base::ErrorKind::Conflict) { return made.error(); }
    return {};
}

ImportChanges read_purchase_changes(const ImportFacts&, std::span<const domain::ImportRecord* const> records,
                                    const storage::Definitions&) {
    ImportChanges changes;
    changes.reserve(records.size());
    for (const auto* const record : records) {
        auto purchase = read_purchase(*record);
        if (!purchase) {
            changes.emplace_back(purchase.error());
            continue;
        }
        changes.emplace_back([purchase = std::move(purchase).take()](storage::Transaction& transaction,
                                                                     base::Sources& sources,
                                                                     const storage::Definitions& definitions) {
            return take_in_purchase(transaction, sources, definitions, purchase);
        });
    }
    return changes;
}

std::vector<domain::ContactKey> people_of_purchase(const ImportFacts&, const domain::ImportRecord& record,
                                                   const storage::Definitions&) {
    const auto purchase = read_purchase(record);
    return purchase ? operations::buyer_keys(purchase.value()) : std::vector<domain::ContactKey>();
}

}  // namespace

const ImportKind purchase_import{
    .type = domain::ImportType::Purchases, .read = read_purchase_changes, .people = people_of_purchase};

}  // namespace tradewind::jobs
