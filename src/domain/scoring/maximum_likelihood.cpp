#include "domain/scoring/maximum_likelihood.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace tradewind::domain {
namespace {

using Point = std::vector<double>;

struct Corner {
    Point at;
    double value;
};

// How much is added to what is minimised, which is about 1 for one observation, by a parameter that is e^1. It is far
// below what some hundred observations can tell apart.
constexpr double weight_of_distance = 1e-6;
constexpr double first_step = 0.5;
constexpr double value_tolerance = 1e-10;
constexpr double point_tolerance = 1e-3;

// What is minimised: the likelihood's negative, within the edges.
class Objective {
  public:
    explicit Objective(const LogLikelihood& likelihood) : likelihood_(likelihood) {}

    double operator()(const Point& at) {
        ++evaluations_;
        inside_ = at;
        double beyond = 0;
        double distance = 0;
        for (auto& logarithm : inside_) {
            const double inside = std::clamp(logarithm, -logarithm_max, logarithm_max);
            beyond += (logarithm - inside) * (logarithm - inside);
            distance += inside * inside;
            logarithm = inside;
        }
        const double value = beyond + weight_of_distance * distance - likelihood_(inside_);
        return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
    }

    [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

  private:
    const LogLikelihood& likelihood_;
    Point inside_;
    std::size_t evaluations_ = 0;
};

// One corner more than there are parameters, the best one first.
class Simplex {
  public:
    Simplex(Objective& objective, const Point& start) : objective_(objective) {
        corners_.push_back({start, objective_(start)});
        for (std::size_t index = 0; index < start.size(); ++index) {
            auto at = start;
            at[index] += first_step;
            const double value = objective_(at);
            corners_.push_back({std::move(at), value});
        }
        sort();
    }

    [[nodiscard]] const Corner& best() const { return corners_.front(); }

    [[nodiscard]] bool has_settled() const {
        if (!(corners_.back().value - best().value <= value_tolerance)) { return false; }
        return std::all_of(corners_.begin(), corners_.end(), [&](const Corner& corner) {
            for (std::size_t index = 0; index < corner.at.size(); ++index) {
                if (std::abs(corner.at[index] - best().at[index]) > point_tolerance) { return false; }
            }
            return true;
        });
    }

    // Moves the worst corner to a better place, or all of them towards the best.
    void step() {
        const double second_worst = corners_[corners_.size() - 2].value;
        const double worst = corners_.back().value;
        auto reflected = moved(1);
        if (reflected.value < best().value) {
            auto expanded = moved(2);
            replace(expanded.value < reflected.value ? std::move(expanded) : std::move(reflected));
        } else if (reflected.value < second_worst) {
            replace(std::move(reflected));
        } else {
            auto contracted = moved(reflected.value < worst ? 0.5 : -0.5);
            if (contracted.value < std::min(reflected.value, worst)) {
                replace(std::move(contracted));
            } else {
                shrink();
            }
        }
    }

  private:
    // The worst corner, moved through the middle of the others and so far beyond.
    [[nodiscard]] Corner moved(double far) const {
        const auto& worst = corners_.back().at;
        Point at(worst.size());
        for (std::size_t index = 0; index < at.size(); ++index) {
            double middle = 0;
            for (std::size_t corner = 0; corner + 1 < corners_.size(); ++corner) {
                middle += corners_[corner].at[index];
            }
            middle /= static_cast<double>(at.size());
            at[index] = middle + far * (middle - worst[index]);
        }
        const double value = objective_(at);
        return {std::move(at), value};
    }

    void replace(Corner corner) {
        corners_.back() = std::move(corner);
        sort();
    }

    void shrink() {
        for (std::size_t corner = 1; corner < corners_.size(); ++corner) {
            auto& at = corners_[corner].at;
            for (std::size_t index = 0; index < at.size(); ++index) {
                at[index] = best().at[index] + (at[index] - best().at[index]) / 2;
            }
            corners_[corner].value = objective_(at);
        }
        sort();
    }

    void sort() {
        std::stable_sort(corners_.begin(), corners_.end(),
                         [](const Corner& one, const Corner& other) { return one.value < other.value; });
    }

    Objective& objective_;
    std::vector<Corner> corners_;
};

}  // namespace

std::optional<std::vector<double>> maximise_likelihood(const LogLikelihood& likelihood, std::vector<double> start,
                                                       const SearchLimits& limits) {
    assert(!start.empty());
    Objective objective(likelihood);
    double last = std::numeric_limits<double>::infinity();
    // A simplex can settle where it has become flat; a fresh one that finds nothing better confirms it.
    while (true) {
        Simplex simplex(objective, start);
        while (!simplex.has_settled()) {
            if (objective.evaluations() >= limits.evaluations_max || !limits.is_wanted()) { return std::nullopt; }
            simplex.step();
        }
        start = simplex.best().at;
        if (last - simplex.best().value <= value_tolerance) { break; }
        last = simplex.best().value;
    }
    for (auto& logarithm : start) { logarithm = std::clamp(logarithm, -logarithm_max, logarithm_max); }
    return start;
}

}  // namespace tradewind::domain
