#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <random>
#include <thread>

#include "jobs/score_job.h"
#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/shop/purchase_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::jobs {
namespace {

constexpr storage::Query forget_purchases_query{.name = "test.forget_purchases",
                                                .sql = "DELETE FROM purchases WHERE contact_id = $1"};
constexpr storage::Query count_activities_query{.name = "test.count_activities",
                                                .sql = "SELECT count(*) FROM activities"};

// Stands still until the test turns it, so that the job does not rest; what the test wants is done whenever the job
// looks at it.
class WatchedClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return now_; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override {
        if (between && std::this_thread::get_id() == thread_) { between(); }
        return std::chrono::steady_clock::time_point(lasted_.load());
    }
    void advance(std::chrono::milliseconds by) { now_.milliseconds += by.count(); }
    void advance_steadily(std::chrono::milliseconds by) { lasted_ = lasted_.load() + by; }

    std::function<void()> between;

  private:
    base::Instant now_ = base::Instant::parse("2026-06-10T12:00:00Z").take();
    const std::thread::id thread_ = std::this_thread::get_id();
    std::atomic<std::chrono::milliseconds> lasted_{};
};

struct Sale {
    int days_ago;  // Before the tenth of June.
    std::int64_t price;
};
using Purchases = std::vector<Sale>;

class ScoreJobValue : public operations::OperationTest {
  protected:
    ScoreJobValue() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, world); });
        definitions = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
    }
    base::Id make(storage::Transaction& transaction, Purchases purchases) {
        domain::Contact contact;
        contact.id = {static_cast<std::int64_t>(bought.size()) + 1};
        contact.email = address(contact.id);
        contact.created_at = contact.updated_at = start;
        storage::insert_contact(transaction, contact);
        set(transaction, contact.id, std::move(purchases));
        return contact.id;
    }
    base::Id make(Purchases purchases) {
        return in_transaction([&](auto& transaction) { return make(transaction, std::move(purchases)); });
    }
    static std::string address(base::Id id) { return "c" + std::to_string(id.number) + "@example.org"; }
    // So many who come on random days, the same ones every time.
    void make_buyers(int count) {
        in_transaction([&](auto& transaction) {
            std::mt19937_64 chance(7);
            const auto below = [&](int limit) { return static_cast<int>(chance() % static_cast<unsigned>(limit)); };
            for (int number = 0; number < count; ++number) {
                Purchases purchases;
                const auto mean_gap = 1 + below(200);
                for (auto on = below(400); on < 400; on += 1 + below(2 * mean_gap)) {
                    purchases.push_back({.days_ago = 400 - on, .price = 1 + below(100)});
                    if (below(4) == 0) { break; }
                }
                make(transaction, std::move(purchases));
            }
            return true;
        });
    }
    // Lets these be all that somebody bought.
    void set(storage::Transaction& transaction, base::Id id, Purchases purchases) {
        std::ranges::stable_sort(purchases, std::greater<>(), &Sale::days_ago);
        auto contact = storage::lock_contact(transaction, id).value();
        transaction.execute(forget_purchases_query, {id.number});
        contact.total_purchases = std::ssize(purchases);
        contact.total_amount = {};
        contact.first_purchase_at.reset();
        contact.last_purchase_at.reset();
        for (const auto& one : purchases) {
            domain::Purchase purchase;
            purchase.id = {++purchases_made};
            purchase.purchase_id = std::to_string(purchases_made);
            purchase.contact = id;
            purchase.purchased_at = at(one);
            purchase.total_price = {one.price * base::Decimal::scale};
            storage::insert_purchase(transaction, purchase);
            contact.total_amount.ten_thousandths += purchase.total_price.ten_thousandths;
            if (!contact.first_purchase_at) { contact.first_purchase_at = purchase.purchased_at; }
            contact.last_purchase_at = purchase.purchased_at;
        }
        storage::update_contact_totals(transaction, contact);
        bought[id.number] = std::move(purchases);
    }
    void set(base::Id id, Purchases purchases) {
        in_transaction([&](auto& transaction) {
            set(transaction, id, std::move(purchases));
            return true;
        });
    }
    [[nodiscard]] base::Instant at(const Sale& one) const {
        return {start.milliseconds - std::chrono::milliseconds(day * one.days_ago).count()};
    }
    ScoreJob::Dependencies dependencies() { return dependencies(*database); }
    ScoreJob::Dependencies dependencies(storage::Database& asked) {
        return {.database = asked,
                .sources = world,
                .definitions = *definitions,
                .log = log,
                .figures = figures,
                .holder = "me",
                .refusal_wait = std::chrono::milliseconds(1)};
    }
    void run() { ScoreJob(dependencies()).run(); }
    void run_next_day() {
        watched.advance(day);
        run();
    }
    domain::Contact find(base::Id id) {
        return in_transaction([&](auto& transaction) { return storage::find_contact(transaction, id).value(); });
    }
    // `0.5 0.5 1.25 20`, or `none`.
    static std::string text(const std::optional<domain::CustomerValue>& value) {
        return value ? value->p_alive.text() + " " + value->churn_rate.text() + " " + value->expected_purchases.text() +
                           " " + value->clv.text()
                     : "none";
    }
    std::string value(base::Id id) { return text(domain::contact_scores(find(id)).value); }
    std::optional<domain::BuyerSummary> summary(const Purchases& purchases) const {
        domain::BuyerHistory history;
        for (const auto& one : purchases) { history.add(at(one), {one.price * base::Decimal::scale}); }
        return history.summary(domain::scores_due_at(watched.now()));
    }
    // What the model says when it is asked itself, of the purchases there are.
    base::Result<domain::CustomerValueModel> model() const {
        domain::StoreHistory store;
        domain::BuyerSample sample;
        for (const auto& [id, purchases] : bought) {
            if (purchases.empty()) { continue; }
            store.add(
                {.first = at(purchases.front()), .last = at(purchases.back()), .purchases = std::ssize(purchases)});
            const auto known = summary(purchases);
            if (known) { sample.add({id}, *known); }
        }
        return domain::fit_customer_value(store, sample);
    }
    std::string expected(const domain::CustomerValueModel& asked, base::Id id) const {
        const auto known = summary(bought.at(id.number));
        return text(known ? std::optional(asked.value(*known)) : std::nullopt);
    }
    void expect_as_modelled() {
        const auto asked = model();
        ASSERT_TRUE(asked) << asked.error().detail;
        for (const auto& [id, purchases] : bought) { ASSERT_EQ(value({id}), expected(asked.value(), {id})) << id; }
    }
    std::int64_t count_activities() { return count(count_activities_query); }

    static constexpr std::chrono::hours day{24};
    static constexpr int buyers_min = static_cast<int>(domain::StoreHistory::buyers_min);
    // More than are read at once, which are more than are written at once.
    static constexpr int buyers_of_two_reads = static_cast<int>(SliceSize::rows_max) + 100;
    WatchedClock watched;
    const base::Instant start = watched.now();
    base::IdSource watched_ids{watched, 0};
    base::Sources world{.clock = watched, .random = random, .ids = watched_ids};
    base::Log log{base::LogFormat::Text, base::LogLevel::Error};
    JobFigures figures;
    std::unique_ptr<storage::DefinitionsCache> definitions;
    std::map<std::int64_t, Purchases> bought;  // Of each contact, the first ones first.
    std::int64_t purchases_made = 0;
};

TEST_F(ScoreJobValue, IsWhatTheModelSaysOfEachBuyer) {
    make_buyers(buyers_min);
    const auto nobody = make({});
    const auto returned = make({{10, -5}, {9, -5}});
    const auto once_returned = make({{10, -5}});
    // More than are read at once.
    Purchases many;
    for (int number = 0; number < SliceSize::rows_max + 50; ++number) {
        many.push_back({.days_ago = number / 6, .price = 9});
    }
    const auto often = make(many);
    run();
    expect_as_modelled();
    EXPECT_EQ(value(nobody), "none");
    EXPECT_EQ(value(returned), "none");
    EXPECT_EQ(value(once_returned), "none");
    const auto found = domain::contact_scores(find(often)).value.value();
    EXPECT_GT(found.p_alive.ten_thousandths, base::Decimal::scale / 2);
    EXPECT_EQ(found.p_alive.ten_thousandths + found.churn_rate.ten_thousandths, base::Decimal::scale);
    EXPECT_GT(found.clv.ten_thousandths, 0);
}

TEST_F(ScoreJobValue, FollowsTheDaysWithoutAnActivity) {
    make_buyers(buyers_min);
    run();
    const auto activities = count_activities();
    const auto before = find({1});
    run_next_day();
    expect_as_modelled();
    EXPECT_NE(find({1}).expected_purchases, before.expected_purchases);
    EXPECT_EQ(find({1}).updated_at, before.updated_at);
    EXPECT_EQ(count_activities(), activities);
}

TEST_F(ScoreJobValue, IsNotWrittenWhereItIsTheSame) {
    make_buyers(buyers_min);
    run();
    const auto written = figures.scored_rows.value();
    EXPECT_EQ(written, static_cast<std::uint64_t>(buyers_min));
    in_transaction([](auto& transaction) {
        storage::note_scores_made(transaction, {0});
        return true;
    });
    run();
    EXPECT_EQ(figures.scored_rows.value(), written);
}

TEST_F(ScoreJobValue, IsNobodysWhileTheStoreHasTooLittle) {
    make_buyers(buyers_min - 1);
    run();
    EXPECT_EQ(value({1}), "none");
    EXPECT_TRUE(find({1}).rfm);
    const auto last = make({{3, 10}});
    run_next_day();
    expect_as_modelled();
    EXPECT_NE(value({1}), "none");
    EXPECT_NE(value(last), "none");
    // And taken back.
    set(last, {});
    run_next_day();
    for (const auto& [id, purchases] : bought) { ASSERT_EQ(value({id}), "none") << id; }
}

TEST_F(ScoreJobValue, IsNobodysWhenNoModelFits) {
    in_transaction([this](auto& transaction) {
        // Nobody comes back on another day.
        for (int number = 0; number < buyers_min; ++number) {
            make(transaction, {{number, 5}, {number, 5}, {number, 5}});
        }
        return true;
    });
    run();
    ASSERT_FALSE(model());
    EXPECT_EQ(value({1}), "none");
    EXPECT_TRUE(find({1}).rfm);
}

TEST_F(ScoreJobValue, TakesEverybodyAsTheyAreWhenTheyAreWritten) {
    make_buyers(buyers_of_two_reads);
    const auto asked = model().take();
    const base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    const base::Id buying{2050};
    const base::Id erased{2051};
    const base::Id buying_late{1050};
    const base::Id returning_late{1051};
    const base::Id erased_late{1052};
    const auto erase = [&](base::Id id) {
        in_transaction([&](auto& transaction) {
            const auto key = domain::ContactKey(base::EmailAddress::parse(address(id)).take());
            operations::erase_contact(transaction, world, secret_key, key);
            return true;
        });
        bought.erase(id.number);
    };
    bool is_done = false;
    watched.between = [&] {
        if (is_done || figures.scored_rows.value() == 0) { return; }
        is_done = true;
        ASSERT_EQ(figures.scored_rows.value(), ScoreJob::contacts_per_slice);
        // Seen in the first walk, and not yet in the second.
        set(buying, {{300, 10}, {200, 10}, {1, 10}});
        erase(erased);
        // Seen in both, and not yet written.
        set(buying_late, {{300, 10}, {200, 10}, {1, 10}});
        set(returning_late, {});
        erase(erased_late);
    };
    run();
    watched.between = nullptr;
    ASSERT_TRUE(is_done);
    EXPECT_EQ(value(buying), expected(asked, buying));
    EXPECT_EQ(value(buying_late), "none") << "what it was before, until the next day";
    EXPECT_EQ(value(returning_late), "none");
    EXPECT_EQ(value({1049}), expected(asked, {1049}));
    EXPECT_EQ(value({2100}), expected(asked, {2100}));
    run_next_day();
    expect_as_modelled();
    EXPECT_NE(value(buying_late), "none");
}

TEST_F(ScoreJobValue, StaysWhenTheDatabaseRefusesWhileTheModelIsFitted) {
    make_buyers(buyers_min);
    run();
    const auto written = figures.scored_rows.value();
    std::map<std::int64_t, std::string> before;
    for (const auto& [id, purchases] : bought) { before[id] = value({id}); }
    watched.advance(day);
    storage::RefusingDatabase refusing(*database);
    int looks = 0;
    int asked = 0;
    watched.between = [&] {
        looks = refusing.asked() == asked ? looks + 1 : 0;
        asked = refusing.asked();
        // Nothing but a fit looks so often without asking the database.
        if (looks != 10) { return; }
        refusing.refuse(Retry::tries_max, 0);
        watched.advance_steadily(LeasedWork::renewal_interval);
    };
    ScoreJob job(dependencies(refusing));
    job.run();
    watched.between = nullptr;
    EXPECT_EQ(refusing.asked(), Retry::tries_max) << "and nothing after it";
    EXPECT_EQ(figures.scored_rows.value(), written);
    for (const auto& [id, text] : before) { ASSERT_EQ(value({id}), text) << id; }
    job.run();
    EXPECT_EQ(figures.scored_rows.value(), written) << "not before the pause is over";
    watched.advance_steadily(ScoreJob::pause);
    job.run();
    expect_as_modelled();
}

TEST_F(ScoreJobValue, IsTheSameForWhoIsStoppedInTheMiddleAndBeginsAnew) {
    make_buyers(buyers_of_two_reads);
    for (const std::uint64_t stop_after : {std::uint64_t{0}, std::uint64_t{ScoreJob::contacts_per_slice}}) {
        ScoreJob job(dependencies());
        watched.between = [&] {
            if (figures.scored_rows.value() >= stop_after) { job.stop(); }
        };
        job.run();
        watched.between = nullptr;
        EXPECT_EQ(figures.scored_rows.value(), stop_after);
    }
    run();
    expect_as_modelled();
    EXPECT_EQ(figures.scored_rows.value(), static_cast<std::uint64_t>(buyers_of_two_reads));
}

}  // namespace
}  // namespace tradewind::jobs
