#include "operations/import_kind.h"

#include <utility>

#include "domain/files/product_row.h"
#include "operations/product_operations.h"

namespace tradewind::operations {
namespace {

base::Result<void> take_in_product(const ImportSlice& slice, const storage::Definitions& definitions,
                                   const domain::ImportOptions& options, const domain::ProductColumns::Row& row) {
    ProductChange change{.product_id = row.product_id, .patch = row.patch, .problems = row.problems};
    const auto before = row.problems.empty() ? product_for_change(slice.transaction, row.product_id) : std::nullopt;
    if (before) {
        if (!options.override_existing) { return {}; }
        if (options.update_only_empty_fields) { change.patch = domain::only_empty(row.patch, *before); }
    }
    const auto changed = change_product(slice.transaction, slice.sources, definitions, change);
    // It refuses before it writes.
    if (!changed) { return base::bad_request(domain::import_error_reason(changed.error())); }
    return {};
}

ImportChanges read_product_changes(const ImportFacts& facts, std::span<const domain::ImportRecord* const> records,
                                   const storage::Definitions&) {
    const domain::ProductColumns columns(facts.header);
    ImportChanges changes;
    changes.reserve(records.size());
    for (const auto* const record : records) {
        changes.emplace_back(ImportChange{.make = [row = columns.read(record->cells), options = facts.options](
                                                      ImportSlice& slice, const storage::Definitions& definitions) {
            return take_in_product(slice, definitions, options, row);
        }});
    }
    return changes;
}

}  // namespace

const ImportKind product_import{.type = domain::ImportType::Products, .read = read_product_changes};

}  // namespace tradewind::operations
