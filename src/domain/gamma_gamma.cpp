#include "domain/gamma_gamma.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <utility>

#include "domain/maximum_likelihood.h"

namespace tradewind::domain {
namespace {

// The C library's writes to a global variable. In doubles throughout, so that every processor computes the same.
double log_gamma(double x) {
    using namespace boost::math::policies;
    return boost::math::lgamma(x, policy<promote_double<false>>());
}

}  // namespace

double expected_spending(const GammaGammaParameters& parameters, const BuyerSpending& buyer) {
    const auto [p, q, v] = parameters;
    const auto purchases = static_cast<double>(buyer.purchases);
    return p * (v + purchases * buyer.mean) / (p * purchases + q - 1);
}

GammaGammaLikelihood::GammaGammaLikelihood(std::vector<BuyerSpending> buyers)
    : buyers_(static_cast<double>(buyers.size())) {
    std::sort(buyers.begin(), buyers.end());
    for (const auto& buyer : buyers) {
        const auto purchases = static_cast<double>(buyer.purchases);
        if (groups_.empty() || groups_.back().purchases < purchases) { groups_.push_back({purchases, {}}); }
        groups_.back().buyers.push_back({.mean = buyer.mean, .log_of_mean = std::log(buyer.mean)});
    }
}

double GammaGammaLikelihood::mean(const GammaGammaParameters& parameters) const {
    if (groups_.empty()) { return 0; }
    const auto [p, q, v] = parameters;
    const double of_all = q * std::log(v) - log_gamma(q);
    double sum = 0;
    for (const auto& group : groups_) {
        const double shape = p * group.purchases;
        const double of_group = of_all + log_gamma(shape + q) - log_gamma(shape) + shape * std::log(group.purchases);
        for (const auto& buyer : group.buyers) {
            sum +=
                of_group + (shape - 1) * buyer.log_of_mean - (shape + q) * std::log(v + group.purchases * buyer.mean);
        }
    }
    return sum / buyers_;
}

std::optional<GammaGammaParameters> fit_gamma_gamma(std::vector<BuyerSpending> buyers) {
    const auto spent_nothing = [](const BuyerSpending& buyer) { return buyer.purchases <= 0 || !(buyer.mean > 0); };
    buyers.erase(std::remove_if(buyers.begin(), buyers.end(), spent_nothing), buyers.end());
    if (buyers.empty()) { return std::nullopt; }

    std::sort(buyers.begin(), buyers.end());  // A sum of floating point numbers depends on their order.
    double logs = 0;
    for (const auto& buyer : buyers) { logs += std::log(buyer.mean); }
    // The geometric mean, as one great spender hardly moves it.
    const double usual = std::exp(logs / static_cast<double>(buyers.size()));
    for (auto& buyer : buyers) { buyer.mean /= usual; }

    const GammaGammaLikelihood likelihood(std::move(buyers));
    const auto parameters = [](std::span<const double> logarithms) {
        return GammaGammaParameters{.p = std::exp(logarithms[0]),
                                    .q = gamma_gamma_q_min + std::exp(logarithms[1]),
                                    .v = std::exp(logarithms[2])};
    };
    // With these everyone's mean is the usual one.
    const auto found =
        maximise_likelihood([&](std::span<const double> logarithms) { return likelihood.mean(parameters(logarithms)); },
                            {std::log(2.0), std::log(2.0), 0});
    if (!found) { return std::nullopt; }
    auto fitted = parameters(*found);
    fitted.v *= usual;
    return fitted;
}

}  // namespace tradewind::domain
