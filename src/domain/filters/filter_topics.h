#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/id.h"
#include "domain/filters/filter.h"
#include "domain/journal/change.h"

namespace tradewind::domain {

// All changes of a contact after which the answer of the filter can differ, each once.
std::vector<ChangeTopic> depends_on(const Filter& filter);

// Whether the answer depends on the time zone of the store and not only on moments.
bool depends_on_calendar(const Filter& filter);

// What a filter names of what the store made.
struct FilterUses {
    std::set<std::int64_t> fields = {};  // Numbers of custom ones.
    std::set<base::Id> event_types = {};
    std::set<base::Id> segments = {};
    std::set<base::Id> coupon_sets = {};
    std::set<base::Id> workflows = {};
    std::map<std::int64_t, std::set<std::string>> options = {};  // Ids of options, by the number of their custom field.

    friend bool operator==(const FilterUses&, const FilterUses&) = default;
};

FilterUses uses_of(const Filter& filter);

}  // namespace tradewind::domain
