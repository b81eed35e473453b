#include "api/admin/filter_reading.h"

#include "domain/filters/parse_filter.h"
#include "operations/segment_uses.h"

namespace tradewind::api::admin {

std::optional<domain::Filter> read_filter(const base::JsonValue& value, const storage::Definitions& definitions,
                                          std::vector<base::Problem>& problems) {
    auto filter = domain::parse_filter(value, operations::filter_names(definitions), filter_path);
    if (filter) { return std::move(filter).take(); }
    const auto& more = filter.error().problems;
    problems.insert(problems.end(), more.begin(), more.end());
    return std::nullopt;
}

std::optional<domain::Filter> read_filter_member(const base::JsonValue& body, const storage::Definitions& definitions,
                                                 std::vector<base::Problem>& problems) {
    const auto value = body.kind() == base::JsonKind::Object ? body.find("filter") : std::nullopt;
    if (value && !value->is_null()) { return read_filter(*value, definitions, problems); }
    problems.push_back({.path = std::string(filter_path), .reason = "is required"});
    return std::nullopt;
}

}  // namespace tradewind::api::admin
