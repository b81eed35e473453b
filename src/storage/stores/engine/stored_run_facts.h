#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/workflows/decide.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/stored_facts.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::storage {

// What the database knows about one contact, as workflows ask for it. Lives no longer than the transaction.
class StoredRunFacts final : public domain::RunFacts {
  public:
    StoredRunFacts(Transaction& transaction, const Definitions& definitions, const domain::Contact& contact,
                   StoredFacts& facts, base::Instant now)
        : transaction_(transaction), definitions_(definitions), contact_(contact), facts_(facts), now_(now) {}

    // Whose nodes are asked for.
    void look_at(base::Id workflow) { workflow_ = workflow; }

    // A change of the queue with what it tells.
    domain::Happening happening_of(const QueuedChange& queued);

    [[nodiscard]] const domain::Contact& contact() override { return facts_.contact(); }
    [[nodiscard]] bool is_member(base::Id segment) override { return facts_.is_member(segment); }
    bool walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<domain::PurchaseFact>& visit) override {
        return facts_.walk_purchases(with_items, rows_left, visit);
    }
    bool walk_activities(const domain::ActivityQuestion& question, std::int64_t& rows_left,
                         const Visitor<domain::ActivityFact>& visit) override {
        return facts_.walk_activities(question, rows_left, visit);
    }
    [[nodiscard]] std::optional<domain::Happening> happening(const domain::LeftValues& left) override;
    [[nodiscard]] std::vector<domain::Happening> happenings_since(std::int64_t number,
                                                                  const domain::TriggerNode& trigger) override;
    [[nodiscard]] bool has_coupon(base::Id set) override;
    [[nodiscard]] std::optional<std::string> coupon_of_contact(base::Id set) override;
    [[nodiscard]] domain::NodeUse use_of(const domain::Node& node) override;

  private:
    domain::Happening told_by(domain::Activity activity);

    Transaction& transaction_;
    const Definitions& definitions_;
    const domain::Contact& contact_;
    StoredFacts& facts_;
    const base::Instant now_;
    base::Id workflow_ = {};
};

}  // namespace tradewind::storage
