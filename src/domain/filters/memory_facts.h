#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "domain/filters/filter_facts.h"

namespace tradewind::domain {

// Facts about a contact that is only thought of: by a simulation, by a test. Purchases and activities stand in any
// order.
class MemoryFacts final : public FilterFacts {
  public:
    Contact person;
    std::vector<Purchase> purchases;
    std::vector<Activity> activities;
    std::set<std::int64_t> segments;  // The numbers of the ids of those it is in.

    [[nodiscard]] const Contact& contact() override { return person; }
    [[nodiscard]] bool is_member(base::Id segment) override { return segments.contains(segment.number); }
    bool walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<PurchaseFact>& visit) override;
    bool walk_activities(const ActivityQuestion& question, std::int64_t& rows_left,
                         const Visitor<ActivityFact>& visit) override;
};

}  // namespace tradewind::domain
