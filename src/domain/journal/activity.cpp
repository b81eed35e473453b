#include "domain/journal/activity.h"

#include <algorithm>

namespace tradewind::domain {

std::optional<ActivityKind> find_activity_kind(std::string_view word) {
    const auto found = std::find(activity_kind_words.begin(), activity_kind_words.end(), word);
    if (found == activity_kind_words.end()) { return std::nullopt; }
    return static_cast<ActivityKind>(found - activity_kind_words.begin());
}

}  // namespace tradewind::domain
