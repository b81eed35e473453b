#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "domain/workflows/simulate.h"

namespace tradewind::domain {

// What is known of a contact that is only thought of, while things happen to it.
class SimulatedFacts final : public RunFacts {
  public:
    SimulatedFacts(SimulatedContact contact, const ContactFieldList& fields);

    [[nodiscard]] std::int64_t number() const { return number_; }
    // Whether tests looked at so much that nothing more is shown to them.
    [[nodiscard]] bool is_exhausted() const { return rows_left_ <= 0; }

    // Each lets something happen, and tells of it.
    Happening take(const SimulatedEvent& event, base::Instant now);
    Happening take(Purchase purchase, base::Instant now);
    Happening take(const ContactPatch& patch, base::Instant now);
    // Nothing when it changes nothing.
    std::optional<Happening> set_field(const SetFieldEffect& effect, base::Instant now);
    std::optional<Happening> change_membership(const SegmentEffect& effect, base::Instant now);
    // A code that shows what it is.
    std::string give_coupon(base::Id set);
    void count_use(const std::string& node, base::Instant now);

    [[nodiscard]] const Contact& contact() override { return known_.facts.person; }
    [[nodiscard]] bool is_member(base::Id segment) override { return known_.facts.is_member(segment); }
    bool walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<PurchaseFact>& visit) override {
        return may_walk(known_.facts.purchases.size()) && known_.facts.walk_purchases(with_items, rows_left, visit);
    }
    bool walk_activities(const ActivityQuestion& question, std::int64_t& rows_left,
                         const Visitor<ActivityFact>& visit) override {
        return may_walk(known_.facts.activities.size()) && known_.facts.walk_activities(question, rows_left, visit);
    }
    [[nodiscard]] std::optional<Happening> happening(const LeftValues& left) override;
    [[nodiscard]] std::vector<Happening> happenings_since(std::int64_t number, const TriggerNode& trigger) override;
    [[nodiscard]] bool has_coupon(base::Id) override { return true; }
    [[nodiscard]] std::optional<std::string> coupon_of_contact(base::Id set) override;
    [[nodiscard]] NodeUse use_of(const Node& node) override;

  private:
    // A walk puts all rows in order first, however few it shows.
    bool may_walk(std::size_t rows) {
        if (is_exhausted()) { return false; }
        rows_left_ -= static_cast<std::int64_t>(rows) + 1;
        return true;
    }

    Happening& journal(ActivityKind kind, base::Instant at, std::string data);
    Happening change(const Contact& before, base::Instant now);

    SimulatedContact known_;
    const ContactFieldList& fields_;
    std::int64_t number_ = 0;
    std::int64_t rows_left_ = simulation_rows_max;
    std::vector<Happening> happened_;
    std::map<std::string, NodeUse> uses_;
};

}  // namespace tradewind::domain
