#pragma once

#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "domain/filters/filter.h"
#include "domain/filters/filter_names.h"

namespace tradewind::domain {

// A filter as clients send it. The Error is Invalid with all problems at once, at paths that begin with `path`.
base::Result<Filter> parse_filter(const base::JsonValue& value, const FilterNames& names, std::string_view path);

// What a trigger waits for: one purchase, or one event of the type that `event` of the object names. `where` of the
// object says which; other members are not looked at.
base::Result<HistoryTest> parse_happening(const base::JsonValue& object, HistoryTest::Of of, const FilterNames& names,
                                          std::string_view path);

// A filter as it is kept. It was checked before: options, segments, workflows and coupon sets in it may be gone since,
// and limits may have changed. What is left to refuse makes no sense at all.
base::Result<Filter> read_stored_filter(std::string_view json, const FilterNames& names);

}  // namespace tradewind::domain
