#include "domain/settings/scope.h"

#include <algorithm>

namespace tradewind::domain {

std::optional<Scope> find_scope(std::string_view word) {
    const auto place = std::find(scope_words.begin(), scope_words.end(), word);
    if (place == scope_words.end()) { return std::nullopt; }
    return static_cast<Scope>(place - scope_words.begin());
}

base::Result<std::string> check_scope(std::string_view text) {
    if (!find_scope(text)) { return base::invalid("", "is not a scope"); }
    return std::string(text);
}

}  // namespace tradewind::domain
