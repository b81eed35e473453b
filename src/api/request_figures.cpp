#include "api/request_figures.h"

#include <cassert>

namespace tradewind::api {

void RequestTimer::note_answer(int status) const {
    assert(status >= 100 && status < 600);
    route_->by_class[static_cast<std::size_t>(status / 100 - 1)].note(clock_->steady_now() - started_);
    switch (status) {
        case 401:
            figures_->unauthorized.add();
            break;
        case 429:
            figures_->rate_limited.add();
            break;
        case 503:
            figures_->shed.add();
            break;
        default:
            break;
    }
}

}  // namespace tradewind::api
