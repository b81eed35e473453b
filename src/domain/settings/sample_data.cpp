#include "domain/settings/sample_data.h"

#include <algorithm>
#include <chrono>

namespace tradewind::domain {

base::Instant SampleShop::ends_at() const {
    constexpr std::int64_t day = std::chrono::milliseconds(std::chrono::days(1)).count();
    return {begun_at.milliseconds / day * day};
}

bool SampleShop::holds(base::Id id) const {
    return id < base::Id::first_at(ends_at()) || std::ranges::find(acting, id) != acting.end();
}

}  // namespace tradewind::domain
