#include "jobs/demo/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "jobs/demo/people.h"

namespace tradewind::jobs::demo {
namespace {

constexpr std::int64_t hour = 3'600'000;
constexpr std::int64_t day_length = 24 * hour;
constexpr std::int64_t million = 1'000'000;

// How often one customer in a million does something on an average day.
struct Habit {
    Step::Kind kind;
    std::int64_t per_million;
};
constexpr std::array<Habit, 5> habits{{{Step::Kind::Buys, 5'000},
                                       {Step::Kind::LeavesCart, 3'000},
                                       {Step::Kind::WritesReview, 900},
                                       {Step::Kind::Changes, 1'200},
                                       {Step::Kind::BecomesRegular, 120}}};
// By the day of the week, from Thursday on, as the epoch began.
constexpr std::array<std::int64_t, 7> weekday_percent{95, 105, 125, 130, 90, 80, 75};
// Of those who join, how many get a coupon.
constexpr std::int64_t welcomed_percent = 5;

constexpr std::array<std::string_view, 3> payment_methods{"card", "paypal", "bizum"};

// So many on average, the rest by chance.
std::int64_t about(Chance& chance, std::int64_t millionths) {
    return millionths / million + (chance.below(million) < millionths % million ? 1 : 0);
}

std::string cents_text(std::int64_t cents) {
    return fmt::format("{}.{:02}", cents / 100, cents % 100);
}

}  // namespace

base::Instant History::begin_of(base::Instant today) {
    return {(today.milliseconds / day_length - days) * day_length};
}

// It grows faster the larger it is.
std::int64_t History::customers_before(std::int64_t day) const {
    return wanted_.customers * day * (day + days) / (2 * days * days);
}

std::vector<Step> History::next_day() {
    Chance chance(wanted_.seed, static_cast<std::uint64_t>(-1 - day_));
    std::vector<Step> steps;
    const auto known = customers_before(day_);
    const auto joined = customers_before(day_ + 1);
    for (auto customer = known; customer < joined; ++customer) { add(steps, chance, Step::Kind::Joins, customer); }
    if (known > 0) {
        const auto weekday = static_cast<std::size_t>((begin().milliseconds / day_length + day_) % 7);
        for (const auto& habit : habits) {
            const auto count = about(chance, known * habit.per_million * weekday_percent[weekday] / 100);
            for (std::int64_t done = 0; done < count; ++done) { add(steps, chance, habit.kind, chance.below(known)); }
        }
        for (auto count = about(chance, (joined - known) * welcomed_percent * million / 100); count > 0; --count) {
            add(steps, chance, Step::Kind::GetsCoupon, chance.below(known));
        }
    }
    std::ranges::stable_sort(steps, {}, &Step::at);
    ++day_;
    return steps;
}

void History::add(std::vector<Step>& steps, Chance& chance, Step::Kind kind, std::int64_t customer) const {
    // From seven in the morning, mostly in the afternoon.
    const auto time = (7 + chance.below(9) + chance.below(8)) * hour + chance.below(hour);
    steps.push_back({.at = {begin().milliseconds + day_ * day_length + time},
                     .kind = kind,
                     .customer = customer,
                     .json = telling_of(kind, chance, customer)});
}

std::string History::telling_of(Step::Kind kind, Chance& chance, std::int64_t customer) const {
    switch (kind) {
        case Step::Kind::Joins:
            return fields_of(wanted_.seed, customer);
        case Step::Kind::Changes:
            if (chance.percent(20)) { return R"({"_newsletterSubscriptionStatus":"unsubscribed"})"; }
            return fmt::format(R"({{"favouriteRoom":"{}"}})", chance.of(favourite_rooms));
        case Step::Kind::Buys:
            return purchase(chance, customer);
        case Step::Kind::LeavesCart:
            return fmt::format(R"({{"email":"{}","value":{},"items":{},"device":"{}"}})",
                               email_of(wanted_.seed, customer), cents_text(500 + chance.below(20'000)),
                               1 + chance.below(6), chance.percent(60) ? "phone" : "desktop");
        case Step::Kind::WritesReview: {
            const auto stars = 5 - std::min(chance.below(5), chance.below(5));
            return fmt::format(R"({{"email":"{}","productId":"{}","rating":{},"recommends":{}}})",
                               email_of(wanted_.seed, customer), chance.of(shop_.products).id, stars, stars > 3);
        }
        case Step::Kind::GetsCoupon:
        case Step::Kind::BecomesRegular:
            break;
    }
    return {};
}

std::string History::purchase(Chance& chance, std::int64_t customer) const {
    std::string items;
    std::int64_t total = 0;
    std::int64_t pieces = 0;
    // What comes first is bought most.
    const auto first = std::min(chance.below(std::ssize(shop_.products)), chance.below(std::ssize(shop_.products)));
    const auto lines = 1 + std::min(chance.below(4), chance.below(4));
    for (std::int64_t line = 0; line < lines; ++line) {
        const auto& product = shop_.products[static_cast<std::size_t>((first + line * 7) % std::ssize(shop_.products))];
        const auto quantity = 1 + std::min(chance.below(4), chance.below(4));
        const auto price = product.price_cents * quantity;
        items += fmt::format(R"({}{{"productId":"{}","quantity":{},"price":{}}})", line == 0 ? "" : ",", product.id,
                             quantity, cents_text(price));
        total += price;
        pieces += quantity;
    }
    return fmt::format(R"({{"purchaseId":"{}","contactEmail":"{}","totalPrice":{},"totalQuantity":{},)"
                       R"("paymentMethod":"{}","sourceType":"{}","products":[{}]}})",
                       fmt::format("B{:04}-{:012x}", day_, chance.below(std::int64_t{1} << 48)),
                       email_of(wanted_.seed, customer), cents_text(total), pieces, chance.of(payment_methods),
                       chance.percent(80) ? "digital-store" : "point-of-sale", items);
}

}  // namespace tradewind::jobs::demo
