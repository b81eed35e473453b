#include "domain/settings/scope.h"

#include <algorithm>

namespace tradewind::domain {

std::optional<Scope> find_scope(std::string_view word) {
    const auto place = std::find(scope_words.begin(), scope_words.end(), word);
    if (place == scope_words.end()) { return std::nullopt; }
    return static_cast<Scope>(place - scope_words.begin());
}

std::vector<std::string> ScopeSet::words() const {
    std::vector<std::string> words;
    for (std::size_t index = 0; index < scope_words.size(); ++index) {
        if (bits_.test(index)) { words.emplace_back(scope_words[index]); }
    }
    return words;
}

ScopeSet ScopeSet::all() {
    ScopeSet set;
    set.bits_.set();
    return set;
}

base::Result<std::string> check_scope(std::string_view text) {
    if (!find_scope(text)) { return base::invalid("", "is not a scope"); }
    return std::string(text);
}

}  // namespace tradewind::domain
