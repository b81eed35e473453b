#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "domain/contacts/contact.h"
#include "domain/journal/activity.h"
#include "domain/shop/purchase.h"

namespace tradewind::domain {

// A purchase as filters see it. Views are valid during the call.
struct PurchaseFact {
    base::Instant at;     // When it was bought.
    std::int64_t number;  // Of the activity that tells of it; 0 when there is none.
    base::Decimal total_price;
    std::int64_t total_quantity;
    std::optional<std::string_view> source_type;
    std::optional<std::string_view> source_name;
    std::optional<std::string_view> payment_method;
    const std::vector<PurchaseItem>* items;  // Null unless they were asked for.
};

// An activity as filters see it. `data` is that of the activity: a JSON object.
struct ActivityFact {
    base::Instant at;
    std::int64_t number;
    std::string_view data;
};

// Which activities are asked for.
struct ActivityQuestion {
    ActivityKind kind;
    base::Id subject = {};  // 0: about anything.
};

// What is known about one contact, read only when a test asks for it. Walks go newest first, by moment and then by
// number, what lies ahead of now included, until the visitor answers false. They take every row that they read from
// `rows_left`, also those of activities that nobody asked for, and end when nothing is left: then they answer false.
class FilterFacts {
  public:
    template <class Fact>
    using Visitor = std::function<bool(const Fact&)>;

    virtual ~FilterFacts() = default;
    [[nodiscard]] virtual const Contact& contact() = 0;
    [[nodiscard]] virtual bool is_member(base::Id segment) = 0;
    virtual bool walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<PurchaseFact>& visit) = 0;
    virtual bool walk_activities(const ActivityQuestion& question, std::int64_t& rows_left,
                                 const Visitor<ActivityFact>& visit) = 0;

    // In workflows. What the trigger or an earlier node left under this path, as JSON; null for nothing.
    [[nodiscard]] virtual std::string run_value(std::string_view /*path*/) { return "null"; }
    // The journal's number when the run began (`start`) or last reached the node of this id.
    [[nodiscard]] virtual std::int64_t number_since(std::string_view /*node*/) { return 0; }
};

}  // namespace tradewind::domain
