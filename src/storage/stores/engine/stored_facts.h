#pragma once

#include <cstdint>
#include <functional>

#include "domain/filters/filter_facts.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// What the database knows about one contact, as filters ask for it. History is read in pages, a few rows at first, so
// that a test that few rows decide reads few. Lives no longer than the transaction and the contact.
class StoredFacts final : public domain::FilterFacts {
  public:
    // Whether the contact is in a segment; whoever evaluates knows which set is in force.
    using IsMember = std::function<bool(base::Id segment)>;

    StoredFacts(Transaction& transaction, const domain::Contact& contact, IsMember is_member)
        : transaction_(transaction), contact_(contact), is_member_(std::move(is_member)) {}

    [[nodiscard]] const domain::Contact& contact() override { return contact_; }
    [[nodiscard]] bool is_member(base::Id segment) override { return is_member_(segment); }
    // Asks the database only about contacts that have bought something, as what their purchases add up to tells.
    bool walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<domain::PurchaseFact>& visit) override;
    // The rows of other activities that lie between count, too. The data of a custom event is `{"eventTypeId": "...",
    // "values": {...}}`.
    bool walk_activities(const domain::ActivityQuestion& question, std::int64_t& rows_left,
                         const Visitor<domain::ActivityFact>& visit) override;

  private:
    Transaction& transaction_;
    const domain::Contact& contact_;
    const IsMember is_member_;
};

}  // namespace tradewind::storage
