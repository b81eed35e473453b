#include "domain/scoring/bg_nbd.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace tradewind::domain {
namespace {

// log(1 + e^x), also where e^x is too large.
double log_one_plus_exp(double x) {
    return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

}  // namespace

double p_alive(const BgNbdParameters& parameters, const BuyerRhythm& buyer) {
    if (buyer.repeats == 0) { return 1; }
    const auto repeats = static_cast<double>(buyer.repeats);
    const double log_odds_of_having_left =
        std::log(parameters.a / (parameters.b + repeats - 1)) +
        (parameters.r + repeats) * std::log1p((buyer.age - buyer.last) / (parameters.alpha + buyer.last));
    return 1 / (1 + std::exp(log_odds_of_having_left));
}

// The usual closed form has a pole where a is 1 and loses its digits around it. This sums what it stands for, all terms
// positive: purchases that would come if the buyer never left are negative binomial, and the n-th of them comes true if
// the buyer survives those before it.
double expected_purchases(const BgNbdParameters& parameters, const BuyerRhythm& buyer, const Horizon& horizon) {
    const auto repeats = static_cast<double>(buyer.repeats);
    const double r = parameters.r + repeats;
    const double alpha = parameters.alpha + buyer.age;
    const double b = parameters.b + repeats;
    const double success = horizon.time / (alpha + horizon.time);

    double probability = std::exp(-r * std::log1p(horizon.time / alpha));  // Of `count` purchases without leaving.
    double probability_of_more = 1;
    double survival = 1;     // Until the next purchase.
    double coming_true = 0;  // How many of `count` purchases are expected to.
    double expected = 0;
    for (std::int64_t count = 0; count < horizon.purchases_max; ++count) {
        const auto number = static_cast<double>(count);
        expected += probability * coming_true;
        probability_of_more -= probability;
        probability *= success * (r + number) / (number + 1);
        coming_true += survival;
        survival *= (b + number) / (parameters.a + b + number);
    }
    expected += std::max(probability_of_more, 0.0) * coming_true;
    return p_alive(parameters, buyer) * expected;
}

BgNbdLikelihood::BgNbdLikelihood(std::vector<BuyerRhythm> buyers) : buyers_(static_cast<double>(buyers.size())) {
    std::sort(buyers.begin(), buyers.end());
    for (const auto& buyer : buyers) {
        times_.push_back(buyer.last);
        times_.push_back(buyer.age);
    }
    std::sort(times_.begin(), times_.end());
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    const auto index_of_time = [&](double time) {
        return static_cast<std::size_t>(std::lower_bound(times_.begin(), times_.end(), time) - times_.begin());
    };
    for (auto first = buyers.begin(); first != buyers.end();) {
        const auto end = std::find_if(first, buyers.end(), [&](const BuyerRhythm& other) { return other != *first; });
        assert(first->repeats >= 0 && first->last >= 0 && first->last <= first->age);
        groups_.push_back({.repeats = static_cast<std::size_t>(first->repeats),
                           .last = index_of_time(first->last),
                           .age = index_of_time(first->age),
                           .buyers = static_cast<double>(end - first)});
        repeats_max_ = std::max(repeats_max_, groups_.back().repeats);
        first = end;
    }
}

double BgNbdLikelihood::mean(const BgNbdParameters& parameters) const {
    if (groups_.empty()) { return 0; }
    const auto [r, alpha, a, b] = parameters;
    std::vector<double> log_of_time;
    log_of_time.reserve(times_.size());
    for (const double time : times_) { log_of_time.push_back(std::log(alpha + time)); }

    // What depends on the number of repeats alone. The ratios of gamma functions are products, as the number is whole.
    std::vector<double> log_of_gammas = {0};
    std::vector<double> log_of_leaving = {0};
    for (std::size_t repeats = 1; repeats <= repeats_max_; ++repeats) {
        const auto before = static_cast<double>(repeats - 1);
        log_of_gammas.push_back(log_of_gammas.back() + std::log((r + before) * (b + before) / (a + b + before)));
        log_of_leaving.push_back(std::log(a / (b + before)));
    }

    const double r_log_alpha = r * std::log(alpha);
    double sum = 0;
    for (const auto& group : groups_) {
        const double age = log_of_time[group.age];
        const double exponent = r + static_cast<double>(group.repeats);
        double one = r_log_alpha + log_of_gammas[group.repeats] - exponent * age;
        if (group.repeats > 0) {
            one += log_one_plus_exp(log_of_leaving[group.repeats] + exponent * (age - log_of_time[group.last]));
        }
        sum += group.buyers * one;
    }
    return sum / buyers_;
}

std::optional<BgNbdParameters> fit_bg_nbd(std::vector<BuyerRhythm> buyers, const SearchLimits& limits) {
    double repeats = 0;
    double ages = 0;
    std::sort(buyers.begin(), buyers.end());  // A sum of floating point numbers depends on their order.
    for (const auto& buyer : buyers) {
        repeats += static_cast<double>(buyer.repeats);
        ages += buyer.age;
    }
    if (repeats == 0 || ages == 0) { return std::nullopt; }

    const double mean_age = ages / static_cast<double>(buyers.size());
    const double repeats_in_mean_age = repeats / static_cast<double>(buyers.size());
    const BgNbdLikelihood likelihood(std::move(buyers));
    const auto parameters = [&](std::span<const double> logarithms) {
        return BgNbdParameters{.r = std::exp(logarithms[0]),
                               .alpha = std::exp(logarithms[1]) * mean_age,
                               .a = std::exp(logarithms[2]),
                               .b = std::exp(logarithms[3])};
    };
    // From the rate that was seen, with every fourth repeat purchase the last one.
    const double alpha = std::clamp(-std::log(2 * repeats_in_mean_age), -logarithm_max, logarithm_max);
    const auto found =
        maximise_likelihood([&](std::span<const double> logarithms) { return likelihood.mean(parameters(logarithms)); },
                            {-std::log(2.0), alpha, 0, 1}, limits);
    if (!found) { return std::nullopt; }
    return parameters(*found);
}

}  // namespace tradewind::domain
