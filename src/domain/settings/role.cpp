#include "domain/settings/role.h"

#include <algorithm>
#include <initializer_list>

namespace tradewind::domain {
namespace {

ScopeSet set_of(std::initializer_list<Scope> scopes) {
    ScopeSet set;
    for (const auto scope : scopes) { set.add(scope); }
    return set;
}

ScopeSet manager_scopes() {
    ScopeSet set;
    for (std::size_t index = 0; index < scope_words.size(); ++index) {
        const auto scope = static_cast<Scope>(index);
        // `admin` would open people and keys, too.
        if (scope != Scope::PeopleWrite && scope != Scope::KeyWrite && scope != Scope::Admin) { set.add(scope); }
    }
    return set;
}

}  // namespace

std::optional<Role> find_role(std::string_view word) {
    const auto place = std::find(role_words.begin(), role_words.end(), word);
    if (place == role_words.end()) { return std::nullopt; }
    return static_cast<Role>(place - role_words.begin());
}

base::Result<std::string> check_role(std::string_view text) {
    if (!find_role(text)) { return base::invalid("", "must be owner, manager, author, analyst or support"); }
    return std::string(text);
}

ScopeSet scopes_of(Role role) {
    switch (role) {
        case Role::Owner:
            return ScopeSet::all();
        case Role::Manager:
            return manager_scopes();
        case Role::Author:
            return set_of({Scope::ContactRead, Scope::PurchaseRead, Scope::ProductRead, Scope::CouponSetRead,
                           Scope::WorkflowRead, Scope::WorkflowWrite, Scope::StoreRead, Scope::ContactFieldRead,
                           Scope::CustomIntegrationRead, Scope::SegmentRead, Scope::SegmentWrite, Scope::ReportRead});
        case Role::Analyst:
            return set_of({Scope::ContactRead, Scope::PurchaseRead, Scope::ProductRead, Scope::CouponSetRead,
                           Scope::WorkflowRead, Scope::StoreRead, Scope::ContactFieldRead, Scope::CustomIntegrationRead,
                           Scope::SegmentRead, Scope::DeliveryRead, Scope::ReportRead, Scope::ReportWrite,
                           Scope::ExportRead, Scope::ExportWrite});
        case Role::Support:
            return set_of({Scope::ContactRead, Scope::ContactWrite, Scope::PurchaseRead, Scope::ProductRead,
                           Scope::CouponSetRead, Scope::WorkflowRead, Scope::StoreRead, Scope::ContactFieldRead,
                           Scope::CustomIntegrationRead, Scope::SegmentRead});
    }
    return {};
}

bool may_give(const ScopeSet& own, Role role) {
    const auto given = scopes_of(role);
    for (std::size_t index = 0; index < scope_words.size(); ++index) {
        const auto scope = static_cast<Scope>(index);
        if (given.has(scope) && !own.may_give(scope)) { return false; }
    }
    return true;
}

}  // namespace tradewind::domain
