#include "domain/journal/audited_change.h"

#include <algorithm>
#include <utility>

namespace tradewind::domain {

AuditedChange audited_change(std::string_view field, AuditedChange::Values values) {
    AuditedChange change{.field = std::string(field)};
    const auto longer = std::max(values.before.size(), values.after.size());
    if (longer <= AuditedChange::value_bytes_max) { change.values = std::move(values); }
    return change;
}

}  // namespace tradewind::domain
