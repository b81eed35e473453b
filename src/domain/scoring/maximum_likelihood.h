#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tradewind::domain {

// The mean log-likelihood of what was observed, by the natural logarithms of the parameters.
using LogLikelihood = std::function<double(std::span<const double> logarithms)>;

// Between e^-10 and e^10 of whatever unit a parameter is scaled to. Data that is all alike makes some likelihoods grow
// without end; the search then stops at this edge.
inline constexpr double logarithm_max = 10;

// When a search is given up.
struct SearchLimits {
    std::size_t evaluations_max = 4'000;
    // Asked between evaluations, each of which may take some milliseconds.
    std::function<bool()> is_wanted = [] { return true; };
};

// The logarithms of the parameters under which the observations are most likely, by the method of Nelder and Mead from
// this start; nothing when it was given up before it settled. Among parameters that fit equally well it takes those
// nearest to 1, so that a direction in which the data says nothing has one answer, too. The same input gives the same
// answer. What is not finite counts as impossible; the start must be possible.
std::optional<std::vector<double>> maximise_likelihood(const LogLikelihood& likelihood, std::vector<double> start,
                                                       const SearchLimits& limits = {});

}  // namespace tradewind::domain
