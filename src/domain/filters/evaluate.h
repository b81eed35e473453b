#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/time_zone.h"
#include "domain/fields/contact_field_list.h"
#include "domain/filters/filter.h"
#include "domain/filters/filter_facts.h"

namespace tradewind::domain {

// When and where a filter is evaluated.
struct EvaluationTime {
    base::Instant now;
    const base::TimeZone& zone;  // That of the store.
};

// One test that decided, with the value that it saw.
struct FilterReason {
    const FilterTest* test;
    std::string value;  // As JSON: of a field its value or null, of history a number, of a segment whether it is in it.
    bool holds;
};

struct Evaluation {
    bool holds = false;
    // The first moment at which the answer can differ although nothing happens: later than now, never later than the
    // true next change. Nothing: never.
    std::optional<base::Instant> changes_at = {};
    // The bound of rows that are read was met: the oldest were not seen.
    bool is_cut = false;
    std::vector<FilterReason> because = {};  // Only when asked for.
};

enum class Explain { No, Yes };

// Whether the filter holds for one contact. Pure: the same facts and the same moment have the same answer. Tests on
// history are read only when the others leave the answer open.
Evaluation evaluate(const Filter& filter, FilterFacts& facts, const ContactFieldList& fields,
                    const EvaluationTime& time, Explain explain = Explain::No);

}  // namespace tradewind::domain
