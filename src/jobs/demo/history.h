#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/instant.h"
#include "domain/settings/sample_data.h"
#include "jobs/demo/chance.h"
#include "jobs/demo/shop.h"

namespace tradewind::jobs::demo {

// Something that a customer did.
struct Step {
    enum class Kind { Joins, Changes, Buys, LeavesCart, WritesReview, GetsCoupon, BecomesRegular };

    base::Instant at;
    Kind kind;
    std::int64_t customer;
    std::string json;  // What was told of it.
};

// Two years of a shop that grows, day by day. The same arguments give the same history. What is in memory is one day.
class History {
  public:
    static constexpr std::int64_t days = domain::SampleShop::days;

    struct Wanted {
        std::uint64_t seed;
        std::int64_t customers;
        base::Instant today;         // The history ends the day before.
        std::int64_t days_done = 0;  // Those that were told before.
    };
    History(const Wanted& wanted, const Shop& shop) : wanted_(wanted), shop_(shop), day_(wanted.days_done) {}

    [[nodiscard]] static base::Instant begin_of(base::Instant today);
    [[nodiscard]] base::Instant begin() const { return begin_of(wanted_.today); }
    [[nodiscard]] std::int64_t days_done() const { return day_; }
    [[nodiscard]] bool is_over() const { return day_ == days; }
    // The steps of the next day, in the order in which they happened.
    std::vector<Step> next_day();

  private:
    [[nodiscard]] std::int64_t customers_before(std::int64_t day) const;
    void add(std::vector<Step>& steps, Chance& chance, Step::Kind kind, std::int64_t customer) const;
    [[nodiscard]] std::string telling_of(Step::Kind kind, Chance& chance, std::int64_t customer) const;
    [[nodiscard]] std::string purchase(Chance& chance, std::int64_t customer) const;

    const Wanted wanted_;
    const Shop& shop_;
    std::int64_t day_;
};

}  // namespace tradewind::jobs::demo
