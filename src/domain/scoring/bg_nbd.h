#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "domain/scoring/maximum_likelihood.h"

namespace tradewind::domain {

// The BG/NBD model of people who buy until they quietly stop (Fader, Hardie and Lee, "Counting your customers the easy
// way", 2005). While a buyer is alive, purchases come at random at a rate of their own, which is gamma distributed
// among buyers (r, alpha); after each repeat purchase they leave with a probability of their own, which is beta
// distributed (a, b). So someone who bought once is alive for certain: only repeat purchases are followed by a chance
// to leave.

// When somebody bought, in any unit of time.
struct BuyerRhythm {
    std::int64_t repeats = 0;  // Purchases after the first.
    double last = 0;           // From the first purchase to the last one; 0 without repeats.
    double age = 0;            // From the first purchase until now; not before the last one.

    friend auto operator<=>(const BuyerRhythm&, const BuyerRhythm&) = default;
};

// All above 0; alpha is in the unit of time.
struct BgNbdParameters {
    double r;
    double alpha;
    double a;
    double b;
};

// 0 to 1.
double p_alive(const BgNbdParameters& parameters, const BuyerRhythm& buyer);

// How many purchases a buyer, who may have left, is expected to make in a time to come. Of each possible future so many
// are counted at most, which bounds the work and the answer.
struct Horizon {
    double time;
    std::int64_t purchases_max;
};
double expected_purchases(const BgNbdParameters& parameters, const BuyerRhythm& buyer, const Horizon& horizon);

// How likely the rhythms of some buyers are. Equal ones are kept and computed once.
class BgNbdLikelihood {
  public:
    explicit BgNbdLikelihood(std::vector<BuyerRhythm> buyers);

    // The logarithm for one buyer, on average; 0 without buyers.
    [[nodiscard]] double mean(const BgNbdParameters& parameters) const;
    [[nodiscard]] std::size_t groups() const { return groups_.size(); }

  private:
    // Times are indexes into times_.
    struct Group {
        std::size_t repeats;
        std::size_t last;
        std::size_t age;
        double buyers;
    };

    double buyers_ = 0;
    std::size_t repeats_max_ = 0;
    std::vector<double> times_;
    std::vector<Group> groups_;
};

// The parameters under which these rhythms are most likely, whatever their order. Nothing when nobody came back, or
// when the search did not settle.
std::optional<BgNbdParameters> fit_bg_nbd(std::vector<BuyerRhythm> buyers, const SearchLimits& limits = {});

}  // namespace tradewind::domain
