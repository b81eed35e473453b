#include "domain/filters/history_test_fit.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/wide_sum.h"
#include "domain/filters/value_tests.h"

namespace tradewind::domain {
namespace {

// What one row of history adds to a count or a sum, when it fits, and until when its own values answer as they do now.
struct RowFit {
    bool fits = false;
    base::WideSum weight = {};  // Money in ten-thousandths.
    std::optional<base::Instant> changes_at = {};
};

base::WideSum sum_of_one(std::int64_t number) {
    base::WideSum sum;
    sum.add(number);
    return sum;
}

void take_earlier(std::optional<base::Instant>& soonest, const std::optional<base::Instant>& other) {
    if (other && (!soonest || *other < *soonest)) { soonest = other; }
}

// Counts what lies in the span of time of a test, row by row from the newest on, and knows when enough was seen.
class Tally {
  public:
    enum class Until { Decided, End };

    Tally(const HistoryTest& test, const EvaluationTime& time, Until until)
        : within_(test.within), bound_(test.bound), time_(time), until_(until) {
        limit_.add(bound_.of == Bound::Of::Amount ? bound_.amount.ten_thousandths : bound_.number);
    }

    // Reckons by the calendar, which takes longer than to find that there is nothing. Before the first row.
    void set_bounds() {
        if (within_.last) {
            slack_ = order_slack(*within_.last);
            oldest_ = {add(time_.now, *within_.last, time_.zone, -1).milliseconds - slack_};
        }
        if (within_.from) { oldest_ = within_.from->at; }
        if (within_.to) { newest_ = last_moment(*within_.to, time_.zone); }
    }
    // Whether rows of this moment and before it can still change the answer.
    [[nodiscard]] bool wants(base::Instant at) const {
        if (oldest_ && at < *oldest_) { return false; }
        return !enough_since_ || at.milliseconds > enough_since_->milliseconds - slack_;
    }
    // Whether a row of this moment counts now or later.
    [[nodiscard]] bool is_in_span(base::Instant at) const {
        if (newest_ && at > *newest_) { return false; }
        return !within_.last || at > time_.now || time_.now < end_of(at);
    }

    void see(base::Instant at, const RowFit& row) {
        take_earlier(row_changes_at_, row.changes_at);
        if (!row.fits) { return; }
        if (at > time_.now) {
            changes_.push_back({at, row.weight});
        } else {
            sum_.add(row.weight);
            ++counted_;
        }
        if (within_.last) {
            base::WideSum less;
            less.subtract(row.weight);
            changes_.push_back({end_of(at), less});
        }
        if (until_ == Until::End || bound_.of != Bound::Of::Count) { return; }
        if (!enough_since_ && counted_ >= needed()) { enough_since_ = at; }
    }

    [[nodiscard]] std::string found() const {
        return bound_.of == Bound::Of::Amount ? sum_.decimal_text() : sum_.whole_text();
    }
    [[nodiscard]] HistoryFit result() {
        HistoryFit fit{.holds = holds(sum_)};
        std::sort(changes_.begin(), changes_.end(),
                  [](const SumChange& one, const SumChange& other) { return one.at < other.at; });
        auto sum = sum_;
        for (std::size_t index = 0; index < changes_.size() && !fit.changes_at; ++index) {
            const auto at = changes_[index].at;
            sum.add(changes_[index].by);
            const bool is_last_of_moment = index + 1 == changes_.size() || changes_[index + 1].at != at;
            if (is_last_of_moment && holds(sum) != fit.holds) { fit.changes_at = at; }
        }
        take_earlier(fit.changes_at, row_changes_at_);
        return fit;
    }

  private:
    struct SumChange {
        base::Instant at;
        base::WideSum by;
    };

    [[nodiscard]] base::Instant end_of(base::Instant at) const { return add(at, *within_.last, time_.zone); }
    // So many leave no doubt.
    [[nodiscard]] std::int64_t needed() const {
        return bound_.is == Bound::Is::AtLeast ? bound_.number : bound_.number + 1;
    }
    [[nodiscard]] bool holds(const base::WideSum& sum) const {
        switch (bound_.is) {
            case Bound::Is::AtLeast:
                return sum >= limit_;
            case Bound::Is::AtMost:
                return sum <= limit_;
            case Bound::Is::Equals:
                return sum == limit_;
        }
        return false;
    }

    const Within& within_;
    const Bound& bound_;
    const EvaluationTime& time_;
    const Until until_;
    std::int64_t slack_ = 0;
    std::optional<base::Instant> oldest_;
    std::optional<base::Instant> newest_;
    base::WideSum limit_;
    base::WideSum sum_;
    std::int64_t counted_ = 0;
    std::optional<base::Instant> enough_since_;  // From the row on that made it enough.
    std::vector<SumChange> changes_;             // What comes and what goes.
    std::optional<base::Instant> row_changes_at_;
};

FilterValue item_value(const PurchaseItem& item, std::string_view name) {
    const auto text = [](const std::optional<std::string>& held) { return held ? value_of(*held) : FilterValue(); };
    const auto texts = [](const std::optional<std::vector<std::string>>& held) {
        return held && !held->empty() ? FilterValue(*held) : FilterValue();
    };
    if (name == "productId") { return value_of(item.product_id); }
    if (name == "name") { return value_of(item.name); }
    if (name == "brand") { return text(item.brand); }
    if (name == "category") { return texts(item.categories); }
    return texts(item.tags);
}

FilterValue purchase_value(const PurchaseFact& purchase, std::string_view name) {
    const auto text = [](const std::optional<std::string_view>& held) {
        return held ? value_of(std::string(*held)) : FilterValue();
    };
    if (name == "sourceType") { return text(purchase.source_type); }
    if (name == "sourceName") { return text(purchase.source_name); }
    return text(purchase.payment_method);
}

// No value of a purchase is a date, so its answer stays.
bool where_holds(const std::vector<WhereTest>& where, WhereTest::On on, const EvaluationTime& time, const auto& value) {
    return std::all_of(where.begin(), where.end(), [&](const WhereTest& test) {
        return test.on != on || fit_of(test.test, value(test.name), time).holds;
    });
}

class PurchaseFit {
  public:
    PurchaseFit(const HistoryTest& test, const EvaluationTime& time)
        : test_(test),
          time_(time),
          asks_for_items_(std::any_of(test.where.begin(), test.where.end(),
                                      [](const WhereTest& where) { return where.on == WhereTest::On::Item; })) {}

    [[nodiscard]] bool asks_for_items() const { return asks_for_items_; }

    [[nodiscard]] RowFit of(const PurchaseFact& purchase) const {
        const auto own = [&](const std::string& name) { return purchase_value(purchase, name); };
        if (!where_holds(test_.where, WhereTest::On::Purchase, time_, own)) { return {}; }
        if (!asks_for_items_) {
            return {.fits = true, .weight = sum_of_one(weight(purchase.total_price, purchase.total_quantity))};
        }
        RowFit row;
        for (const auto& item : *purchase.items) {
            const auto of_item = [&](const std::string& name) { return item_value(item, name); };
            if (!where_holds(test_.where, WhereTest::On::Item, time_, of_item)) { continue; }
            if (test_.bound.of == Bound::Of::Count) { return {.fits = true, .weight = sum_of_one(1)}; }
            row.fits = true;
            row.weight.add(weight(item.price, item.quantity));
        }
        return row;
    }

  private:
    [[nodiscard]] std::int64_t weight(base::Decimal price, std::int64_t quantity) const {
        switch (test_.bound.of) {
            case Bound::Of::Count:
                return 1;
            case Bound::Of::Amount:
                return price.ten_thousandths;
            case Bound::Of::Units:
                return quantity;
        }
        return 0;
    }

    const HistoryTest& test_;
    const EvaluationTime& time_;
    const bool asks_for_items_;
};

RowFit event_fit(const HistoryTest& test, const ActivityFact& activity, const EvaluationTime& time) {
    RowFit row{.fits = true, .weight = sum_of_one(1)};
    if (test.where.empty()) { return row; }
    const auto document = base::JsonDocument::parse(activity.data);
    const auto values = document.ok() ? document.value().root().find("values") : std::nullopt;
    for (const auto& where : test.where) {
        std::optional<base::JsonValue> held;
        if (values && values->kind() == base::JsonKind::Object) { held = values->find(where.name); }
        const auto fit = fit_of(where.test, held ? value_of(*held, where.test.kind) : FilterValue(), time);
        row.fits = row.fits && fit.holds;
        take_earlier(row.changes_at, fit.changes_at);
    }
    return row;
}

// Whether nothing was left that was wanted.
bool look_through(const HistoryTest& test, FilterFacts& facts, const EvaluationTime& time, std::int64_t& rows_left,
                  Tally& tally) {
    const auto since = test.within.since ? facts.number_since(*test.within.since) : std::int64_t{-1};
    bool has_bounds = false;
    const auto look_at = [&](const auto& fact, const auto& row_fit) {
        if (!std::exchange(has_bounds, true)) { tally.set_bounds(); }
        if (!tally.wants(fact.at)) { return false; }
        if (fact.number > since && tally.is_in_span(fact.at)) { tally.see(fact.at, row_fit(fact)); }
        return true;
    };
    if (test.of == HistoryTest::Of::Purchases) {
        const PurchaseFit purchase_fit(test, time);
        return facts.walk_purchases(purchase_fit.asks_for_items(), rows_left, [&](const PurchaseFact& fact) {
            return look_at(fact, [&](const PurchaseFact& purchase) { return purchase_fit.of(purchase); });
        });
    }
    const auto kind = test.of == HistoryTest::Of::Event ? ActivityKind::CustomEvent : test.kind;
    return facts.walk_activities({.kind = kind, .subject = test.subject}, rows_left, [&](const ActivityFact& fact) {
        return look_at(fact, [&](const ActivityFact& activity) { return event_fit(test, activity, time); });
    });
}

}  // namespace

HistoryFit fit_of(const HistoryTest& test, FilterFacts& facts, const EvaluationTime& time, std::int64_t& rows_left) {
    Tally tally(test, time, Tally::Until::Decided);
    const bool saw_all = look_through(test, facts, time, rows_left, tally);
    auto fit = tally.result();
    fit.is_cut = !saw_all;
    return fit;
}

std::string found_in_all(const HistoryTest& test, FilterFacts& facts, const EvaluationTime& time) {
    Tally tally(test, time, Tally::Until::End);
    auto rows_left = filter_history_rows_max;
    look_through(test, facts, time, rows_left, tally);
    return tally.found();
}

}  // namespace tradewind::domain
