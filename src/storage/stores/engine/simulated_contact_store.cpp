#include "storage/stores/engine/simulated_contact_store.h"

#include <algorithm>
#include <utility>

#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/stored_facts.h"
#include "storage/stores/shop/coupon_store.h"

namespace tradewind::storage {
namespace {

std::optional<std::string> text_of(const std::optional<std::string_view>& view) {
    return view ? std::optional<std::string>(*view) : std::nullopt;
}

std::size_t bytes_of(const std::vector<domain::PurchaseItem>& items) {
    std::size_t bytes = 0;
    for (const auto& item : items) { bytes += domain::text_bytes(item) + item.product_id.size() + sizeof item; }
    return bytes;
}

// As filters see them: without what no test asks for.
std::vector<domain::Purchase> newest_purchases(Transaction& transaction, const domain::Contact& contact) {
    std::vector<domain::Purchase> purchases;
    std::size_t bytes = 0;
    auto rows_left = simulated_history_rows_max;
    StoredFacts facts(transaction, contact, [](base::Id) { return false; });
    facts.walk_purchases(true, rows_left, [&](const domain::PurchaseFact& fact) {
        domain::Purchase purchase;
        // Of several at one moment, those that come first are newer.
        purchase.id = {simulated_history_rows_max - std::ssize(purchases)};
        purchase.contact = contact.id;
        purchase.purchased_at = fact.at;
        if (fact.number != 0) { purchase.activity = base::Id{fact.number}; }
        purchase.total_price = fact.total_price;
        purchase.total_quantity = fact.total_quantity;
        purchase.source_type = text_of(fact.source_type);
        purchase.source_name = text_of(fact.source_name);
        purchase.payment_method = text_of(fact.payment_method);
        purchase.items = *fact.items;
        bytes += bytes_of(purchase.items);
        purchases.push_back(std::move(purchase));
        return bytes < simulated_history_bytes_max;
    });
    return purchases;
}

std::vector<domain::Activity> newest_activities(Transaction& transaction, base::Id contact) {
    std::vector<domain::Activity> activities;
    std::size_t bytes = 0;
    domain::PageRequest request;
    request.size = domain::PageRequest::size_max;
    while (true) {
        auto page = list_activities(transaction, contact, request);
        for (auto& activity : page.items) {
            bytes += activity.data.size();
            activity.moment.clear();  // Only reports ask for it.
            activities.push_back(std::move(activity));
            if (std::ssize(activities) == simulated_history_rows_max || bytes >= simulated_history_bytes_max) {
                return activities;
            }
        }
        if (!page.has_older) { return activities; }
        const auto& last = activities.back();
        request.cursor = {.direction = domain::Direction::Older, .created_at = last.at, .id = last.id.text()};
    }
}

std::set<std::int64_t> segments_of(Transaction& transaction, const Definitions& definitions, base::Id contact) {
    const auto sets = sets_of(transaction, contact);
    std::set<std::int64_t> segments;
    for (const auto& segment : definitions.segments) {
        if (segment.member_set && std::find(sets.begin(), sets.end(), *segment.member_set) != sets.end()) {
            segments.insert(segment.id.number);
        }
    }
    return segments;
}

}  // namespace

std::optional<domain::SimulatedContact> find_simulated_contact(Transaction& transaction, const Definitions& definitions,
                                                               base::Id id) {
    auto contact = find_contact(transaction, id);
    if (!contact) { return std::nullopt; }
    domain::SimulatedContact found;
    found.facts.purchases = newest_purchases(transaction, *contact);
    found.facts.activities = newest_activities(transaction, id);
    found.facts.segments = segments_of(transaction, definitions, id);
    for (const auto& held : coupons_of_contact(transaction, id, simulated_history_rows_max)) {
        found.coupons.try_emplace(held.set.number, held.code);
    }
    found.facts.person = std::move(*contact);
    return found;
}

}  // namespace tradewind::storage
