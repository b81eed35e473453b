#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/metrics.h"

namespace tradewind::api {

// How long the requests of one route took, by the class of their status.
struct RouteFigures {
    std::array<base::Histogram, 5> by_class;  // 1xx to 5xx.
};

// What one router counts.
struct RequestFigures {
    explicit RequestFigures(std::size_t route_count) : routes(route_count) {}

    base::Gauge active;
    base::Counter unauthorized;
    base::Counter rate_limited;
    base::Counter shed;  // Answered with 503.
    base::Counter replayed;
    std::vector<RouteFigures> routes;  // In the order of the routes.
    RouteFigures unrouted;             // Those that led to none.
};

// One request on its way: it counts as active while this lives.
class RequestTimer {
  public:
    RequestTimer(RequestFigures& figures, RouteFigures& route, const base::Clock& clock)
        : figures_(&figures), route_(&route), clock_(&clock), started_(clock.steady_now()) {
        figures.active.add(1);
    }
    RequestTimer(RequestTimer&& other) noexcept
        : figures_(std::exchange(other.figures_, nullptr)),
          route_(other.route_),
          clock_(other.clock_),
          started_(other.started_) {}
    RequestTimer& operator=(RequestTimer&&) = delete;
    RequestTimer(const RequestTimer&) = delete;
    RequestTimer& operator=(const RequestTimer&) = delete;
    ~RequestTimer() {
        if (figures_ != nullptr) { figures_->active.add(-1); }
    }

    // It is answered.
    void note_answer(int status) const;
    void note_replay() const { figures_->replayed.add(); }

  private:
    RequestFigures* figures_;
    RouteFigures* route_;
    const base::Clock* clock_;
    std::chrono::steady_clock::time_point started_;
};

}  // namespace tradewind::api
