#include "domain/journal/activity.h"

#include <algorithm>

namespace tradewind::domain {

// What others call an entity is a contact here.
std::optional<ActivityKind> find_activity_kind(std::string_view word) {
    constexpr std::string_view alias = "entity-";
    constexpr std::string_view own = "contact-";
    const auto found = std::ranges::find_if(activity_kind_words, [&](std::string_view known) {
        if (!word.starts_with(alias)) { return known == word; }
        return known.starts_with(own) && known.substr(own.size()) == word.substr(alias.size());
    });
    if (found == activity_kind_words.end()) { return std::nullopt; }
    return static_cast<ActivityKind>(found - activity_kind_words.begin());
}

}  // namespace tradewind::domain
