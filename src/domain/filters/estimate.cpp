#include "domain/filters/estimate.h"

#include <algorithm>
#include <cmath>

namespace tradewind::domain {

Estimate estimate_of(const SampleLook& look) {
    if (look.is_everybody) { return {.estimate = look.held_for, .low = look.held_for, .high = look.held_for}; }
    const auto all = std::max(look.all, look.looked_at);
    constexpr double z = 1.959964;  // 95 % of a normal distribution lie within so many deviations.
    const auto more = static_cast<std::int64_t>(std::ceil(z * look.deviation));
    if (look.looked_at == 0) { return {.estimate = 0, .low = 0, .high = all + more}; }
    const auto count = static_cast<double>(look.looked_at);
    const auto share = static_cast<double>(look.held_for) / count;
    const auto scale = 1 + z * z / count;
    const auto middle = (share + z * z / (2 * count)) / scale;
    const auto half = z / scale * std::sqrt(share * (1 - share) / count + z * z / (4 * count * count));
    const auto of_all = [&](double part) { return part * static_cast<double>(all); };
    const auto estimate = of_all(share);
    const auto widened = [&](double error) { return std::hypot(error, share * z * look.deviation); };
    const auto most = all + more - (look.looked_at - look.held_for);
    const auto within = [&](double number) {
        return std::clamp(static_cast<std::int64_t>(number), look.held_for, most);
    };
    return {.estimate = within(std::round(estimate)),
            .low = within(std::floor(estimate - widened(estimate - of_all(middle - half)))),
            .high = within(std::ceil(estimate + widened(of_all(middle + half) - estimate)))};
}

}  // namespace tradewind::domain
