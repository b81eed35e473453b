#include "domain/filters/memory_facts.h"

#include <algorithm>

#include "domain/journal/activity_subject.h"

namespace tradewind::domain {
namespace {

// Pointers to what is to be walked, the last to happen first.
template <class Row>
std::vector<const Row*> newest_first(const std::vector<Row>& rows, const auto& place) {
    std::vector<const Row*> sorted;
    sorted.reserve(rows.size());
    for (const auto& row : rows) { sorted.push_back(&row); }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const Row* one, const Row* other) { return place(*other) < place(*one); });
    return sorted;
}

std::optional<std::string_view> view_of(const std::optional<std::string>& text) {
    return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

}  // namespace

bool MemoryFacts::walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<PurchaseFact>& visit) {
    const auto place = [](const Purchase& purchase) { return std::pair(purchase.purchased_at, purchase.id.number); };
    for (const auto* const purchase : newest_first(purchases, place)) {
        if (rows_left <= 0) { return false; }
        --rows_left;
        const PurchaseFact fact{.at = purchase->purchased_at,
                                .number = purchase->activity.value_or(base::Id{}).number,
                                .total_price = purchase->total_price,
                                .total_quantity = purchase->total_quantity,
                                .source_type = view_of(purchase->source_type),
                                .source_name = view_of(purchase->source_name),
                                .payment_method = view_of(purchase->payment_method),
                                .items = with_items ? &purchase->items : nullptr};
        if (!visit(fact)) { return true; }
    }
    return true;
}

bool MemoryFacts::walk_activities(const ActivityQuestion& question, std::int64_t& rows_left,
                                  const Visitor<ActivityFact>& visit) {
    const auto place = [](const Activity& activity) { return std::pair(activity.at, activity.id.number); };
    for (const auto* const activity : newest_first(activities, place)) {
        if (rows_left <= 0) { return false; }
        --rows_left;
        if (activity->kind != question.kind) { continue; }
        if (question.subject.number != 0 && subject_of(activity->kind, activity->data) != question.subject) {
            continue;
        }
        if (!visit({.at = activity->at, .number = activity->id.number, .data = activity->data})) { return true; }
    }
    return true;
}

}  // namespace tradewind::domain
