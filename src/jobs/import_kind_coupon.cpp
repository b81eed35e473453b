#include "jobs/import_kind.h"

#include <algorithm>
#include <cstddef>

#include "domain/coupon_row.h"
#include "operations/coupon_set_operations.h"

namespace tradewind::jobs {
namespace {

base::Result<void> take_in(storage::Transaction& transaction, base::Outside& outside, base::Id set,
                           const std::string& code) {
    const auto added = operations::add_coupon_code(transaction, outside, set, code);
    // It refuses before it writes.
    if (!added) {
        const auto& error = added.error();
        return base::bad_request(error.problems.empty() ? error.detail : "code " + error.problems.front().reason);
    }
    if (added.value() == operations::AddedCode::ThereAlready) {
        return base::bad_request("code is in the coupon set already");
    }
    return {};
}

ImportChanges read(const ImportFacts& facts, std::span<const domain::ImportRecord* const> records,
                   const storage::Definitions&) {
    const auto column =
        static_cast<std::size_t>(std::ranges::find(facts.header, domain::coupon_code_column) - facts.header.begin());
    ImportChanges changes;
    changes.reserve(records.size());
    for (const auto* const record : records) {
        changes.emplace_back([set = facts.options.coupon_set.value_or(base::Id()), code = record->cells[column]](
                                 storage::Transaction& transaction, base::Outside& outside,
                                 const storage::Definitions&) { return take_in(transaction, outside, set, code); });
    }
    return changes;
}

}  // namespace

const ImportKind coupon_import{.type = domain::ImportType::Coupons, .read = read};

}  // namespace tradewind::jobs
