#include "domain/scoring/rfm.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

namespace tradewind::domain {
namespace {

struct Group {
    std::string_view id;
    std::string_view digits;  // Recency, frequency, monetary.
};

constexpr std::array<Group, 11> groups{{
    {"champions", "555 554 545 544 455 454 445"},
    {"loyal-customers", "543 444 435 355 354 345 344 335"},
    {"potential-loyalists",
     "553 552 551 542 541 533 532 531 453 452 451 442 441 431 433 432 423 353 352 351 342 341 333 323"},
    {"new-customers", "512 511 422 421 412 411 311"},
    {"promising", "525 524 523 522 521 515 514 513 425 424 415 414 413 315 314 313"},
    {"need-attention", "535 534 443 434 343 334 325 324"},
    {"about-to-sleep", "331 321 312 221 213"},
    {"at-risk", "255 254 253 252 245 244 243 242 235 234 225 224 153 152 145 143 142 135 134 133 125 124"},
    {"cannot-lose-them", "215 214 155 154 144 115 114 113"},
    {"hibernating", "332 322 251 241 233 232 231 223 222 212 211 132 123 122"},
    {"lost", "151 141 131 121 112 111"},
}};

constexpr std::size_t place_of(std::int64_t recency, std::int64_t frequency, std::int64_t monetary) {
    return static_cast<std::size_t>(((recency - 1) * rfm_score_max + frequency - 1) * rfm_score_max + monetary - 1);
}

constexpr std::size_t places = rfm_score_max * rfm_score_max * rfm_score_max;

struct GroupTable {
    std::array<std::string_view, places> ids{};
    bool is_whole = true;  // Every three digits once.
};

constexpr GroupTable make_table() {
    constexpr std::size_t step = 4;
    GroupTable table;
    for (const auto& group : groups) {
        for (std::size_t at = 0; at < group.digits.size(); at += step) {
            auto& id =
                table.ids[place_of(group.digits[at] - '0', group.digits[at + 1] - '0', group.digits[at + 2] - '0')];
            table.is_whole = table.is_whole && id.empty();
            id = group.id;
        }
    }
    for (const auto& id : table.ids) { table.is_whole = table.is_whole && !id.empty(); }
    return table;
}

constexpr GroupTable group_table = make_table();
static_assert(group_table.is_whole);

using Days = std::chrono::sys_days;
using Milliseconds = std::chrono::milliseconds;

// When scores are made.
constexpr Milliseconds time_of_day = std::chrono::hours(1);
constexpr Milliseconds clocks_differ_max = std::chrono::hours(24);

// The 29th of February has the 28th two years before it.
base::Instant two_years_before(base::Instant moment) {
    const std::chrono::sys_time<Milliseconds> time{Milliseconds(moment.milliseconds)};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    auto then = std::chrono::year_month_day(day) - std::chrono::years(2);
    if (!then.ok()) { then = then.year() / then.month() / std::chrono::last; }
    return {std::chrono::duration_cast<Milliseconds>((Days(then) + (time - day)).time_since_epoch()).count()};
}

std::int64_t average_of(const PurchaseFigures& figures) {
    return average_amount(figures.total_amount, figures.purchases).ten_thousandths;
}

}  // namespace

PurchaseFigures purchase_figures(const Contact& contact) {
    return {.purchases = contact.total_purchases,
            .total_amount = contact.total_amount,
            .first_at = contact.first_purchase_at,
            .last_at = contact.last_purchase_at};
}

RfmScores rfm_scores(const Contact& contact) {
    return {
        .recency = contact.recency, .frequency = contact.frequency, .monetary = contact.monetary, .group = contact.rfm};
}

std::string_view rfm_group(std::int64_t recency, std::int64_t frequency, std::int64_t monetary) {
    assert(std::min({recency, frequency, monetary}) >= 1 && std::max({recency, frequency, monetary}) <= rfm_score_max);
    return group_table.ids[place_of(recency, frequency, monetary)];
}

QuintileCuts::QuintileCuts(std::vector<std::int64_t> values) {
    from_.fill(std::numeric_limits<std::int64_t>::max());
    std::ranges::sort(values);
    const auto all = values.size();
    std::size_t begun = 0;  // How many of the scores above 1 have a beginning.
    for (std::size_t smaller = 0; smaller < all && begun < from_.size();) {
        const auto value = values[smaller];
        const auto next = static_cast<std::size_t>(std::ranges::upper_bound(values, value) - values.begin());
        // The middle of them, in halves of a place, so that it is whole.
        const auto above_first = static_cast<std::size_t>(rfm_score_max) * (smaller + next) / (2 * all);
        for (; begun < above_first; ++begun) { from_[begun] = value; }
        smaller = next;
    }
}

std::int64_t QuintileCuts::score(std::int64_t value) const {
    return 1 + (std::ranges::upper_bound(from_, value) - from_.begin());
}

RfmModel::RfmModel(base::Instant as_of, std::size_t sample_max)
    : since_(two_years_before(as_of)), sample_max_(sample_max) {}

bool RfmModel::counts(const PurchaseFigures& figures) const {
    return figures.purchases > 0 && figures.last_at && *figures.last_at >= since_;
}

void RfmModel::add(const PurchaseFigures& figures) {
    if (!counts(figures)) { return; }
    if (seen_++ % stride_ != 0) { return; }
    if (sample_.size() == sample_max_) {
        for (std::size_t kept = 0; kept < sample_.size(); kept += 2) { sample_[kept / 2] = sample_[kept]; }
        sample_.resize((sample_.size() + 1) / 2);
        stride_ *= 2;
        if ((seen_ - 1) % stride_ != 0) { return; }
    }
    sample_.push_back(
        {.last_at = figures.last_at->milliseconds, .purchases = figures.purchases, .average = average_of(figures)});
}

void RfmModel::settle() {
    const auto cuts_of = [this](std::int64_t Buyer::*figure) {
        std::vector<std::int64_t> values;
        values.reserve(sample_.size());
        for (const auto& buyer : sample_) { values.push_back(buyer.*figure); }
        return QuintileCuts(std::move(values));
    };
    recency_ = cuts_of(&Buyer::last_at);
    frequency_ = cuts_of(&Buyer::purchases);
    monetary_ = cuts_of(&Buyer::average);
    sample_ = {};
}

RfmScores RfmModel::scores_of(const PurchaseFigures& figures) const {
    if (!counts(figures)) { return {}; }
    const auto recency = recency_.score(figures.last_at->milliseconds);
    const auto frequency = frequency_.score(figures.purchases);
    const auto monetary = monetary_.score(average_of(figures));
    return {.recency = recency,
            .frequency = frequency,
            .monetary = monetary,
            .group = std::string(rfm_group(recency, frequency, monetary))};
}

base::Instant scores_due_at(base::Instant now) {
    const auto days = std::chrono::floor<std::chrono::days>(Milliseconds(now.milliseconds) - time_of_day);
    return {(days + time_of_day).count()};
}

bool are_scores_due(base::Instant made_for, base::Instant due) {
    return made_for < due || made_for.milliseconds > due.milliseconds + clocks_differ_max.count();
}

}  // namespace tradewind::domain
