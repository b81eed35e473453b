#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "base/result.h"
#include "domain/scoring/bg_nbd.h"
#include "domain/scoring/gamma_gamma.h"

namespace tradewind::domain {

// What buyers are expected to do, by the BG/NBD model of when people buy and the gamma-gamma model of what they spend.
// First every buyer goes into a StoreHistory, and into a BuyerSample if it wants them; fit_customer_value() makes a
// CustomerValueModel of both, which then tells the value of each buyer. None of them is for several threads at once.

// Purchases of one day of UTC count as one: people who order twice in an hour have one wish. So nobody is expected to
// buy more often than on every day to come.
inline constexpr std::int64_t value_horizon_days = 365;

// What the models know of one buyer.
struct BuyerSummary {
    std::int64_t repeats = 0;    // Days with a purchase, after the first such day.
    std::int64_t last_days = 0;  // From the first such day to the last.
    std::int64_t age_days = 0;   // From the first such day until today; not before the last.
    // What a later day brought, less what came back after the first day; never below 0.
    base::Decimal repeat_mean = {};
};

// The purchases of one buyer, in the order of time. For somebody with a single purchase its date and price are those of
// the contact's totals, and the purchases need not be read.
class BuyerHistory {
  public:
    // A price below 0 is a return: it lowers the mean, and is no purchase.
    void add(base::Instant purchased_at, base::Decimal total_price);

    // Nothing for somebody who did not buy, but only returned.
    [[nodiscard]] std::optional<BuyerSummary> summary(base::Instant now) const;

  private:
    std::optional<std::int64_t> first_day_;
    std::int64_t last_day_ = 0;
    std::int64_t repeats_ = 0;
    std::int64_t repeat_amount_ = 0;  // In ten-thousandths; within the limit of a contact's total.
};

// Whether a store's purchases are enough to learn from.
class StoreHistory {
  public:
    static constexpr int months_min = 4;  // From the first purchase to the latest, of the calendar.
    static constexpr std::int64_t buyers_min = 500;
    static constexpr std::int64_t purchases_of_one_min = 3;

    // What one buyer bought in all, as the contact's totals have it.
    struct Buyer {
        base::Instant first;
        base::Instant last;
        std::int64_t purchases;
    };
    void add(const Buyer& buyer);

    // Conflict, with what is missing.
    [[nodiscard]] base::Result<void> check() const;

  private:
    std::int64_t buyers_ = 0;
    std::int64_t purchases_of_one_ = 0;
    base::Instant first_{};
    base::Instant last_{};
};

// The buyers that the models are fitted to: all of them while they are no more than buyers_max, afterwards an even
// sample of more than about half as many, which depends on who there is and not on the order in which they come.
class BuyerSample {
  public:
    static constexpr std::size_t buyers_max = 100'000;
    // Who comes back more often counts as coming back so often, which is daily for 27 years.
    static constexpr std::int64_t repeats_max = 10'000;

    // False for those who would not be kept, whose summary need not be made.
    [[nodiscard]] bool wants(base::Id contact) const;
    // Each contact once.
    void add(base::Id contact, const BuyerSummary& buyer);
    [[nodiscard]] std::size_t size() const { return buyers_.size(); }

    [[nodiscard]] std::vector<BuyerRhythm> rhythms() const;
    // Of those who came back.
    [[nodiscard]] std::vector<BuyerSpending> spendings() const;

  private:
    struct Buyer {
        std::uint64_t place;  // Of the contact among all, evenly spread.
        BuyerSummary summary;
    };

    std::uint64_t place_mask_ = 0;  // Kept are those whose place has none of these bits.
    std::vector<Buyer> buyers_;
};

// In the words of a contact's fields. Over the next value_horizon_days, without discount.
struct CustomerValue {
    base::Decimal p_alive;     // 0 to 1; 1 for who bought once.
    base::Decimal churn_rate;  // 1 - p_alive.
    base::Decimal expected_purchases;
    base::Decimal clv;  // What these are expected to bring. Never below 0.

    friend bool operator==(const CustomerValue&, const CustomerValue&) = default;
};

class CustomerValueModel {
  public:
    CustomerValueModel(const BgNbdParameters& rhythm, const GammaGammaParameters& spending)
        : rhythm_(rhythm), spending_(spending) {}

    [[nodiscard]] CustomerValue value(const BuyerSummary& buyer) const;

    // For the log.
    [[nodiscard]] const BgNbdParameters& rhythm() const { return rhythm_; }
    [[nodiscard]] const GammaGammaParameters& spending() const { return spending_; }

  private:
    BgNbdParameters rhythm_;
    GammaGammaParameters spending_;
};

// Conflict, with the reason for the log, when the store has too little to learn from, or when a fit did not settle;
// nobody has a value then. With a full sample it takes about a second, some seconds if it does not settle, and no more
// than 16 MiB.
base::Result<CustomerValueModel> fit_customer_value(const StoreHistory& store, const BuyerSample& sample,
                                                    const SearchLimits& limits = {});

}  // namespace tradewind::domain
