#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "domain/scoring/maximum_likelihood.h"

namespace tradewind::domain {

// The gamma-gamma model of what people spend (Fader and Hardie, "The gamma-gamma model of monetary value", 2013). What
// one buyer spends on a purchase is gamma distributed (p and a scale of their own), and the scales are gamma
// distributed among buyers (q, v).

struct BuyerSpending {
    std::int64_t purchases = 0;
    double mean = 0;  // Of one purchase.

    friend auto operator<=>(const BuyerSpending&, const BuyerSpending&) = default;
};

// What all buyers spend has a mean only if q is above 1, and close to 1 that mean is all but arbitrary: a few great
// spenders decide it. A fit takes no q below this, which holds the mean to ten times p * v.
inline constexpr double gamma_gamma_q_min = 1.1;

// All above 0, and q at least gamma_gamma_q_min; v is in the unit of money.
struct GammaGammaParameters {
    double p;
    double q;
    double v;
};

// What this buyer is expected to spend on one purchase: between what they spent and what everyone does, nearer to the
// former the more purchases are known.
double expected_spending(const GammaGammaParameters& parameters, const BuyerSpending& buyer);

// How likely the spending of some buyers is, all of whom bought and spent something.
class GammaGammaLikelihood {
  public:
    explicit GammaGammaLikelihood(std::vector<BuyerSpending> buyers);

    // The logarithm for one buyer, on average; 0 without buyers.
    [[nodiscard]] double mean(const GammaGammaParameters& parameters) const;

  private:
    struct Buyer {
        double mean;
        double log_of_mean;
    };
    // Those with equally many purchases.
    struct Group {
        double purchases;
        std::vector<Buyer> buyers;
    };

    double buyers_ = 0;
    std::vector<Group> groups_;
};

// The parameters under which this spending is most likely, whatever the order; those who bought or spent nothing are
// left out. Nothing when nobody is left, or when the search did not settle.
std::optional<GammaGammaParameters> fit_gamma_gamma(std::vector<BuyerSpending> buyers, const SearchLimits& limits = {});

}  // namespace tradewind::domain
