#include "domain/scoring/customer_value.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <string>

#include "base/random.h"

namespace tradewind::domain {
namespace {

std::chrono::sys_days day_of(base::Instant at) {
    return std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(at.milliseconds)));
}

std::int64_t day_number(base::Instant at) {
    return day_of(at).time_since_epoch().count();
}

// The last day of the month where it has no such day.
std::chrono::sys_days months_later(std::chrono::sys_days day, int months) {
    const auto date = std::chrono::year_month_day(day) + std::chrono::months(months);
    return date.ok() ? std::chrono::sys_days(date) : date.year() / date.month() / std::chrono::last;
}

// Ids are made one after the other, these numbers are not.
std::uint64_t spread(base::Id contact) {
    return base::mixed_bits(static_cast<std::uint64_t>(contact.number) + 0x9e3779b97f4a7c15U);
}

double number(base::Decimal decimal) {
    return static_cast<double>(decimal.ten_thousandths) / base::Decimal::scale;
}

// The largest that can be told, if it is more.
base::Decimal decimal(double number) {
    assert(number >= 0);
    const double scaled = number * base::Decimal::scale;
    constexpr auto most = base::Decimal::ten_thousandths_limit - 1;
    return {scaled < static_cast<double>(most) ? static_cast<std::int64_t>(std::llround(scaled)) : most};
}

BuyerRhythm rhythm_of(const BuyerSummary& buyer) {
    return {.repeats = buyer.repeats,
            .last = static_cast<double>(buyer.last_days),
            .age = static_cast<double>(buyer.age_days)};
}

BuyerSpending spending_of(const BuyerSummary& buyer) {
    return {.purchases = buyer.repeats, .mean = number(buyer.repeat_mean)};
}

}  // namespace

void BuyerHistory::add(base::Instant purchased_at, base::Decimal total_price) {
    const auto day = day_number(purchased_at);
    if (total_price.ten_thousandths >= 0) {
        assert((!first_day_ || day >= last_day_) && "purchases come in the order of time");
        if (!first_day_) {
            first_day_ = day;
        } else if (day > last_day_) {
            ++repeats_;
        }
        last_day_ = day;
    }
    if (first_day_ && day > *first_day_) { repeat_amount_ += total_price.ten_thousandths; }
}

std::optional<BuyerSummary> BuyerHistory::summary(base::Instant now) const {
    if (!first_day_) { return std::nullopt; }
    const auto mean = repeats_ == 0 ? 0 : std::max<std::int64_t>(repeat_amount_, 0) / repeats_;
    return BuyerSummary{.repeats = repeats_,
                        .last_days = last_day_ - *first_day_,
                        .age_days = std::max(day_number(now), last_day_) - *first_day_,
                        .repeat_mean = {mean}};
}

void StoreHistory::add(const Buyer& buyer) {
    first_ = buyers_ == 0 ? buyer.first : std::min(first_, buyer.first);
    last_ = buyers_ == 0 ? buyer.last : std::max(last_, buyer.last);
    purchases_of_one_ = std::max(purchases_of_one_, buyer.purchases);
    ++buyers_;
}

base::Result<void> StoreHistory::check() const {
    if (buyers_ < buyers_min) {
        return base::conflict("There are " + std::to_string(buyers_) + " buyers, of " + std::to_string(buyers_min) +
                              " that the model needs.");
    }
    if (day_of(last_) < months_later(day_of(first_), months_min)) {
        return base::conflict("The purchases are of less than the " + std::to_string(months_min) +
                              " months that the model needs.");
    }
    if (purchases_of_one_ < purchases_of_one_min) {
        return base::conflict("Nobody has bought " + std::to_string(purchases_of_one_min) + " times.");
    }
    return {};
}

bool BuyerSample::wants(base::Id contact) const {
    return (spread(contact) & place_mask_) == 0;
}

void BuyerSample::add(base::Id contact, const BuyerSummary& buyer) {
    if (!wants(contact)) { return; }
    buyers_.push_back({.place = spread(contact), .summary = buyer});
    buyers_.back().summary.repeats = std::min(buyer.repeats, repeats_max);
    while (buyers_.size() > buyers_max) {
        place_mask_ = place_mask_ << 1U | 1U;
        std::erase_if(buyers_, [&](const Buyer& kept) { return (kept.place & place_mask_) != 0; });
    }
}

std::vector<BuyerRhythm> BuyerSample::rhythms() const {
    std::vector<BuyerRhythm> rhythms;
    rhythms.reserve(buyers_.size());
    for (const auto& buyer : buyers_) { rhythms.push_back(rhythm_of(buyer.summary)); }
    return rhythms;
}

std::vector<BuyerSpending> BuyerSample::spendings() const {
    std::vector<BuyerSpending> spendings;
    for (const auto& buyer : buyers_) {
        if (buyer.summary.repeats > 0) { spendings.push_back(spending_of(buyer.summary)); }
    }
    return spendings;
}

CustomerValue CustomerValueModel::value(const BuyerSummary& buyer) const {
    const auto rhythm = rhythm_of(buyer);
    const double purchases =
        expected_purchases(rhythm_, rhythm, {.time = value_horizon_days, .purchases_max = value_horizon_days});
    const auto alive = decimal(p_alive(rhythm_, rhythm));
    return {.p_alive = alive,
            .churn_rate = {base::Decimal::scale - alive.ten_thousandths},
            .expected_purchases = decimal(purchases),
            .clv = decimal(purchases * expected_spending(spending_, spending_of(buyer)))};
}

base::Result<CustomerValueModel> fit_customer_value(const StoreHistory& store, const BuyerSample& sample,
                                                    const SearchLimits& limits) {
    TRY(store.check());
    const auto spendings = sample.spendings();
    if (spendings.empty()) { return base::conflict("Nobody has come back on another day."); }
    if (std::all_of(spendings.begin(), spendings.end(), [](const BuyerSpending& one) { return one.mean == 0; })) {
        return base::conflict("Nothing was spent after the first day of anybody.");
    }
    const auto rhythm = fit_bg_nbd(sample.rhythms(), limits);
    if (!rhythm) { return base::conflict("The search for a model of when people buy did not settle."); }
    const auto spending = fit_gamma_gamma(spendings, limits);
    if (!spending) { return base::conflict("The search for a model of what people spend did not settle."); }
    return CustomerValueModel(*rhythm, *spending);
}

}  // namespace tradewind::domain
