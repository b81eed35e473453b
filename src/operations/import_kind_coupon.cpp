#include "operations/import_kind.h"

#include <algorithm>
#include <cstddef>

#include "domain/files/coupon_row.h"
#include "operations/coupon_set_operations.h"
#include "storage/stores/shop/coupon_store.h"

namespace tradewind::operations {
namespace {

// Where a code goes.
struct Goal {
    base::Id set;
    bool leaves_alone;  // Codes that were there before the file came.
    base::Instant file_came_at;
};

base::Result<void> take_in_coupon(const ImportSlice& slice, const Goal& goal, const std::string& code) {
    const auto set = goal.set;
    const auto added = add_coupon_code(slice.transaction, slice.sources, set, code);
    // It refuses before it writes.
    if (!added) {
        const auto& error = added.error();
        return base::bad_request(error.problems.empty() ? error.detail : "code " + error.problems.front().reason);
    }
    if (added.value() == AddedCode::New) { return {}; }
    const auto made_at = storage::coupon_made_at(slice.transaction, set, code);
    if (goal.leaves_alone && made_at && *made_at < goal.file_came_at) { return {}; }
    return base::bad_request("code is in the coupon set already");
}

ImportChanges read_coupon_changes(const ImportFacts& facts, std::span<const domain::ImportRecord* const> records,
                                  const storage::Definitions&) {
    const auto column =
        static_cast<std::size_t>(std::ranges::find(facts.header, domain::coupon_code_column) - facts.header.begin());
    const Goal goal{.set = facts.options.coupon_set.value_or(base::Id()),
                    .leaves_alone = !facts.options.override_existing,
                    .file_came_at = facts.created_at};
    ImportChanges changes;
    changes.reserve(records.size());
    for (const auto* const record : records) {
        changes.emplace_back(
            ImportChange{.make = [goal, code = record->cells[column]](ImportSlice& slice, const storage::Definitions&) {
                return take_in_coupon(slice, goal, code);
            }});
    }
    return changes;
}

}  // namespace

const ImportKind coupon_import{.type = domain::ImportType::Coupons, .read = read_coupon_changes};

}  // namespace tradewind::operations
