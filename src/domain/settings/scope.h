#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tradewind::domain {

// What an API key or a person may do. Write does not imply read.
enum class Scope : std::size_t {
    ContactRead,
    ContactWrite,
    ContactDelete,
    PurchaseRead,
    PurchaseWrite,
    PurchaseDelete,
    ProductRead,
    ProductWrite,
    ProductDelete,
    ExportRead,
    ExportWrite,
    ExportDelete,
    ImportRead,
    ImportWrite,
    ImportDelete,
    CouponSetRead,
    WorkflowRead,
    StoreRead,
    ContactFieldRead,
    ContactFieldWrite,
    ContactFieldDelete,
    CustomEventWrite,
    CustomIntegrationRead,
    CustomIntegrationWrite,
    CustomIntegrationDelete,
    SegmentRead,
    SegmentWrite,
    WorkflowWrite,  // Drafts.
    WorkflowRun,    // What sets workflows, runs and calls going, and stops them.
    DeliveryRead,
    DeliveryWrite,
    ReportRead,
    ReportWrite,
    SettingsWrite,
    PeopleWrite,
    KeyWrite,
    AuditRead,
    CouponSetWrite,
    Admin,  // Everything under /admin/v1/.
};

// The word of each scope, in the order of the enumeration.
inline constexpr std::array<std::string_view, 39> scope_words{
    "contact:read",
    "contact:write",
    "contact:delete",
    "purchase:read",
    "purchase:write",
    "purchase:delete",
    "product:read",
    "product:write",
    "product:delete",
    "export:read",
    "export:write",
    "export:delete",
    "import:read",
    "import:write",
    "import:delete",
    "coupon-set:read",
    "workflow:read",
    "store:read",
    "contact-field:read",
    "contact-field:write",
    "contact-field:delete",
    "custom-event:write",
    "custom-integration:read",
    "custom-integration:write",
    "custom-integration:delete",
    "segment:read",
    "segment:write",
    "workflow:write",
    "workflow:run",
    "delivery:read",
    "delivery:write",
    "report:read",
    "report:write",
    "settings:write",
    "people:write",
    "key:write",
    "audit:read",
    "coupon-set:write",
    "admin",
};
static_assert(static_cast<std::size_t>(Scope::Admin) + 1 == scope_words.size());

constexpr std::string_view scope_word(Scope scope) {
    return scope_words[static_cast<std::size_t>(scope)];
}

// Of those that only the management interface asks for; `admin` is all of them.
constexpr bool is_management_scope(Scope scope) {
    return scope >= Scope::SegmentRead && scope <= Scope::CouponSetWrite;
}

std::optional<Scope> find_scope(std::string_view word);

// A rule for texts that must be the word of a scope.
base::Result<std::string> check_scope(std::string_view text);

class ScopeSet {
  public:
    void add(Scope scope) { bits_.set(static_cast<std::size_t>(scope)); }
    [[nodiscard]] bool has(Scope scope) const { return bits_.test(static_cast<std::size_t>(scope)); }
    // Whether who has these may give this one to others.
    [[nodiscard]] bool may_give(Scope scope) const {
        return has(scope) || (has(Scope::Admin) && is_management_scope(scope));
    }
    // The words, in the order of the enumeration.
    [[nodiscard]] std::vector<std::string> words() const;
    static ScopeSet all();

  private:
    std::bitset<scope_words.size()> bits_;
};

}  // namespace tradewind::domain
