#include "jobs/buyer_histories.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace tradewind::jobs {
namespace {

// Of a single purchase the figures tell all.
bool is_told_by_figures(const Buyer& buyer) {
    return buyer.figures.purchases == 1 && buyer.figures.first_at.has_value();
}

// The first one of them, from this one on, whose purchases are to be read.
std::size_t next_to_read(std::span<const Buyer> buyers, std::size_t from) {
    const auto rest = buyers.subspan(from);
    return from + static_cast<std::size_t>(std::ranges::find_if_not(rest, is_told_by_figures) - rest.begin());
}

}  // namespace

base::Result<std::vector<domain::BuyerHistory>> BuyerHistories::read(
    std::span<const Buyer> buyers, const std::function<base::Result<void>()>& before_read) {
    std::vector<domain::BuyerHistory> histories(buyers.size());
    for (std::size_t number = 0; number < buyers.size(); ++number) {
        if (!is_told_by_figures(buyers[number])) { continue; }
        const auto& figures = buyers[number].figures;
        histories[number].add(*figures.first_at, figures.total_amount);
    }
    Place place{.buyer = next_to_read(buyers, 0)};
    while (place.buyer < buyers.size()) {
        TRY(before_read());
        const auto slice = TRY(patience_.answer_of([&] {
            return storage::read_and_wait(database_, [&](storage::Transaction& transaction) {
                return base::Result(slice_in(transaction, buyers, place));
            });
        }));
        for (const auto& [buyer, purchase] : slice.rows) {
            histories[buyer].add(purchase.place.purchased_at, purchase.total_price);
        }
        place = slice.next;
        size_.note(slice.lasted);
    }
    return histories;
}

BuyerHistories::Slice BuyerHistories::slice_in(storage::Transaction& transaction, std::span<const Buyer> buyers,
                                               const Place& from) const {
    const auto begun = clock_.steady_now();
    Slice slice{.rows = {}, .next = from};
    auto& next = slice.next;
    auto rows_left = size_.rows();
    while (next.buyer < buyers.size() && rows_left > 0 && slice.lasted <= SliceSize::long_read) {
        const auto found = storage::purchases_of_buyer(transaction, buyers[next.buyer].id, next.after, rows_left);
        for (const auto& purchase : found) { slice.rows.push_back({.buyer = next.buyer, .purchase = purchase}); }
        if (std::ssize(found) == rows_left) {
            next.after = found.back().place;
        } else {
            next = {.buyer = next_to_read(buyers, next.buyer + 1)};
        }
        // To look for somebody's purchases takes its time, too.
        rows_left -= std::max<std::int64_t>(std::ssize(found), 1);
        slice.lasted = clock_.steady_now() - begun;
    }
    return slice;
}

}  // namespace tradewind::jobs
