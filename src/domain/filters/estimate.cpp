#include "domain/filters/estimate.h"

#include <algorithm>
#include <cmath>

namespace tradewind::domain {

Estimate estimate_of(const SampleLook& look) {
    if (look.is_everybody) { return {.estimate = look.held_for, .low = look.held_for, .high = look.held_for}; }
    const auto all = std::max(look.all, look.looked_at);
    if (look.looked_at == 0) { return {.estimate = 0, .low = 0, .high = all}; }
    constexpr double z = 1.959964;  // 95 % of a normal distribution lie within so many deviations.
    const auto count = static_cast<double>(look.looked_at);
    const auto share = static_cast<double>(look.held_for) / count;
    const auto scale = 1 + z * z / count;
    const auto middle = (share + z * z / (2 * count)) / scale;
    const auto half = z / scale * std::sqrt(share * (1 - share) / count + z * z / (4 * count * count));
    const auto of_all = [&](double part) { return part * static_cast<double>(all); };
    const auto most = all - (look.looked_at - look.held_for);
    const auto within = [&](double number) {
        return std::clamp(static_cast<std::int64_t>(number), look.held_for, most);
    };
    return {.estimate = within(std::round(of_all(share))),
            .low = within(std::floor(of_all(middle - half))),
            .high = within(std::ceil(of_all(middle + half)))};
}

}  // namespace tradewind::domain
