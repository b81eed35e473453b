#include "domain/shop/contact_totals.h"

#include <algorithm>

namespace tradewind::domain {
namespace {

// Once for a purchase that comes, once with the opposite sign for one that goes.
void count(Contact& contact, const Purchase& purchase, std::int64_t sign) {
    const auto price = purchase.total_price.ten_thousandths;
    contact.total_purchases += sign;
    contact.total_amount.ten_thousandths += sign * price;
    if (price < 0) { contact.returned_amount.ten_thousandths -= sign * price; }
}

}  // namespace

base::Result<void> add_to_totals(Contact& contact, const Purchase& purchase) {
    constexpr auto limit = base::Decimal::ten_thousandths_limit;
    count(contact, purchase, 1);
    // Neither side may reach the limit, so that taking out any purchase keeps the total below it.
    const auto returned = contact.returned_amount.ten_thousandths;
    if (returned >= limit || contact.total_amount.ten_thousandths + returned >= limit) {
        return base::invalid("/totalPrice", "would bring the contact's total beyond what can be counted");
    }
    const auto at = purchase.purchased_at;
    contact.first_purchase_at = std::min(contact.first_purchase_at.value_or(at), at);
    contact.last_purchase_at = std::max(contact.last_purchase_at.value_or(at), at);
    return {};
}

void take_from_totals(Contact& contact, const Purchase& purchase, const PurchaseDates& left) {
    count(contact, purchase, -1);
    contact.first_purchase_at = left.first;
    contact.last_purchase_at = left.last;
}

}  // namespace tradewind::domain
