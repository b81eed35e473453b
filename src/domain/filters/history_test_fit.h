#pragma once

#include <optional>
#include <string>

#include "base/instant.h"
#include "domain/filters/evaluate.h"
#include "domain/filters/filter.h"
#include "domain/filters/filter_facts.h"

namespace tradewind::domain {

// What a test on history found.
struct HistoryFit {
    bool holds = false;
    std::optional<base::Instant> changes_at = {};
    bool is_cut = false;  // More rows than may be read.
};

// Reads newest first, and only as many rows as decide. `rows_left` becomes less by those that were read.
HistoryFit fit_of(const HistoryTest& test, FilterFacts& facts, const EvaluationTime& time, std::int64_t& rows_left);
// How much there is, whatever decided: a JSON number.
std::string found_in_all(const HistoryTest& test, FilterFacts& facts, const EvaluationTime& time);

}  // namespace tradewind::domain
