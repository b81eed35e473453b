#include "domain/scoring/gamma_gamma.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <utility>

namespace tradewind::domain {
namespace {

// The C library's writes to a global variable. In doubles throughout, so that every processor computes the same.
double log_gamma(double x) {
    using namespace boost::math::policies;
    return boost::math::lgamma(x, policy<promote_double<false>>());
}

// What is missing of the logarithm of the gamma function in Stirling's formula, for a large number.
double rest_of_stirling(double x) {
    return 1 / (12 * x) - 1 / (360 * x * x * x);
}

// The logarithm of gamma(x + more) / gamma(x). The two alone are so large that nothing would be left of what differs.
double log_of_gamma_ratio(double x, double more) {
    constexpr double large = 50;
    if (x < large) { return log_gamma(x + more) - log_gamma(x); }
    return (x - 0.5) * std::log1p(more / x) + more * (std::log(x + more) - 1) + rest_of_stirling(x + more) -
           rest_of_stirling(x);
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
    const double log_gamma_of_q = log_gamma(q);
    double sum = 0;
    for (const auto& group : groups_) {
        const double shape = p * group.purchases;
        const double of_group = log_of_gamma_ratio(shape, q) - log_gamma_of_q;
        for (const auto& buyer : group.buyers) {
            const double spent = group.purchases * buyer.mean;
            sum += of_group - shape * std::log1p(v / spent) - q * std::log1p(spent / v) - buyer.log_of_mean;
        }
    }
    return sum / buyers_;
}

std::optional<GammaGammaParameters> fit_gamma_gamma(std::vector<BuyerSpending> buyers, const SearchLimits& limits) {
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
                            {std::log(2.0), std::log(2.0), 0}, limits);
    if (!found) { return std::nullopt; }
    auto fitted = parameters(*found);
    fitted.v *= usual;
    return fitted;
}

}  // namespace tradewind::domain
