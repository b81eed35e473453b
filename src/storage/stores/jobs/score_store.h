#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "domain/contacts/contact.h"
#include "domain/scoring/contact_scores.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// What is scored of a contact, and how it was scored last.
struct ScoredContact {
    base::Id id;
    domain::PurchaseFigures figures;
    domain::ContactScores scores;
};
// All contacts after this id, by id, at most so many; fewer only when there are no more.
std::vector<ScoredContact> scored_contacts_after(Transaction& transaction, base::Id after, std::int64_t rows_max);

// Where a purchase is among those of its buyer, which are in the order of time; by itself, before all of them.
struct PurchasePlace {
    base::Instant purchased_at{std::numeric_limits<std::int64_t>::min()};
    base::Id id = {};
};
struct BuyerPurchase {
    PurchasePlace place;
    base::Decimal total_price;
};
// Those of this contact after that place, at most so many; fewer only when there are no more.
std::vector<BuyerPurchase> purchases_of_buyer(Transaction& transaction, base::Id contact, const PurchasePlace& after,
                                              std::int64_t rows_max);

// The scores of a contact that is locked, and nothing else of it.
void update_contact_scores(Transaction& transaction, const domain::Contact& contact);

// For which time scores were last made.
base::Instant scores_made_for(Transaction& transaction);
void note_scores_made(Transaction& transaction, base::Instant made_for);

}  // namespace tradewind::storage
