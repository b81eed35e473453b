#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/workflows/decide.h"

namespace tradewind::domain {

// The facts about a contact as one of its runs sees them: with what its own nodes left, and since when.
class RunView final : public RunFacts {
  public:
    RunView(const RunSituation& situation, const Run& run, RunFacts& facts)
        : situation_(situation), run_(run), facts_(facts) {}

    [[nodiscard]] const Contact& contact() override { return facts_.contact(); }
    [[nodiscard]] bool is_member(base::Id segment) override { return facts_.is_member(segment); }
    bool walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<PurchaseFact>& visit) override {
        return facts_.walk_purchases(with_items, rows_left, visit);
    }
    bool walk_activities(const ActivityQuestion& question, std::int64_t& rows_left,
                         const Visitor<ActivityFact>& visit) override {
        return facts_.walk_activities(question, rows_left, visit);
    }
    [[nodiscard]] std::string run_value(std::string_view path) override {
        return domain::run_value(situation_, run_, facts_, path);
    }
    [[nodiscard]] std::int64_t number_since(std::string_view node) override;

    [[nodiscard]] std::optional<Happening> happening(const LeftValues& left) override { return facts_.happening(left); }
    [[nodiscard]] std::vector<Happening> happenings_since(std::int64_t number, const TriggerNode& trigger) override {
        return facts_.happenings_since(number, trigger);
    }
    [[nodiscard]] bool has_coupon(base::Id set) override { return facts_.has_coupon(set); }
    [[nodiscard]] std::optional<std::string> coupon_of_contact(base::Id set) override {
        return facts_.coupon_of_contact(set);
    }
    [[nodiscard]] NodeUse use_of(const Node& node) override { return facts_.use_of(node); }

  private:
    const RunSituation& situation_;
    const Run& run_;
    RunFacts& facts_;
};

}  // namespace tradewind::domain
