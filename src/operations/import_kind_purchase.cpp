#include "operations/import_kind.h"

#include <utility>

#include "domain/fields/json_fields.h"
#include "domain/shop/purchase.h"
#include "operations/purchase_operations.h"

namespace tradewind::operations {
namespace {

base::Result<domain::NewPurchase> read_purchase(const domain::ImportRecord& record) {
    const auto document = TRY(domain::read_object(record.json));
    std::vector<base::Problem> problems;
    auto purchase = domain::read_purchase(document.root(), problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return purchase;
}

base::Result<void> take_in_purchase(const ImportSlice& slice, const storage::Definitions& definitions,
                                    const domain::NewPurchase& purchase) {
    const auto made =
        create_purchase(slice.transaction, slice.sources, definitions, purchase, {.kind = domain::Cause::Kind::Import});
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
        auto people = buyer_keys(purchase.value());
        changes.emplace_back(ImportChange{
            .make =
                [purchase = std::move(purchase).take()](ImportSlice& slice, const storage::Definitions& definitions) {
                    return take_in_purchase(slice, definitions, purchase);
                },
            .people = std::move(people)});
    }
    return changes;
}

}  // namespace

const ImportKind purchase_import{.type = domain::ImportType::Purchases, .read = read_purchase_changes};

}  // namespace tradewind::operations
