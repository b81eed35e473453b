#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "domain/settings/scope.h"

namespace tradewind::domain {

// What a person is for in the store. Each is a set of scopes.
enum class Role { Owner, Manager, Author, Analyst, Support };

// The word of each role, in the order of the enumeration.
inline constexpr std::array<std::string_view, 5> role_words{"owner", "manager", "author", "analyst", "support"};

constexpr std::string_view role_word(Role role) {
    return role_words[static_cast<std::size_t>(role)];
}

std::optional<Role> find_role(std::string_view word);

// A rule for texts that must be the word of a role.
base::Result<std::string> check_role(std::string_view text);

// Owner: all. Manager: all but people and keys. Author: segments and drafts; starts and sends nothing. Analyst: reads,
// makes reports, and exports without personal fields. Support: contacts and their story.
ScopeSet scopes_of(Role role);

// Whether files of exports may tell this role who people are.
constexpr bool may_export_personal_fields(Role role) {
    return role != Role::Analyst;
}

// Whether who has these scopes may give this role to somebody.
bool may_give(const ScopeSet& own, Role role);

}  // namespace tradewind::domain
