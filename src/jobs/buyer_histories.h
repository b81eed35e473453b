#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/result.h"
#include "domain/scoring/customer_value.h"
#include "domain/scoring/rfm.h"
#include "jobs/retry.h"
#include "jobs/slice_size.h"
#include "storage/database/database.h"
#include "storage/stores/jobs/score_store.h"

namespace tradewind::jobs {

// Somebody who bought something, and what it adds up to.
struct Buyer {
    base::Id id;
    domain::PurchaseFigures figures;
};

// Reads when people bought, and for how much, in short reads: of many buyers at once who bought little, of one who
// bought much in several. No more than SliceSize::rows_max purchases are in memory.
class BuyerHistories {
  public:
    BuyerHistories(storage::Database& database, const base::Clock& clock, Retry& patience)
        : database_(database), clock_(clock), patience_(patience) {}

    // Theirs, in the same order; empty for who lost all purchases meanwhile. Gives up, with its error, when
    // `before_read` does.
    base::Result<std::vector<domain::BuyerHistory>> read(std::span<const Buyer> buyers,
                                                         const std::function<base::Result<void>()>& before_read);

  private:
    // How far it is: at the purchases of this one of the buyers.
    struct Place {
        std::size_t buyer;
        storage::PurchasePlace after = {};
    };
    struct Slice {
        struct Row {
            std::size_t buyer;
            storage::BuyerPurchase purchase;
        };
        std::vector<Row> rows;
        Place next;
        std::chrono::steady_clock::duration lasted{};
    };
    Slice slice_in(storage::Transaction& transaction, std::span<const Buyer> buyers, const Place& from) const;

    storage::Database& database_;
    const base::Clock& clock_;
    Retry& patience_;
    SliceSize size_;
};

}  // namespace tradewind::jobs
