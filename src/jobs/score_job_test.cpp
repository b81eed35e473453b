#include "jobs/score_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <thread>

#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::jobs {
namespace {

constexpr storage::Query listen_query{.name = "test.listen_to_updates",
                                      .sql =
                                          "INSERT INTO change_listeners (owner_kind, owner_id, topic, name, subject) "
                                          "VALUES ('workflow', 1, 'activity', 'contact-updated', 0)"};

// Every look at it takes longer than a slice may last, so that each slice is of one contact; what the test wants is
// done whenever the job looks at it between two pieces of its work.
class SlowClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return now_; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override {
        if (between && std::this_thread::get_id() == thread_) { between(); }
        const auto step = ScoreJob::slice_time_max + std::chrono::milliseconds(1);
        return std::chrono::steady_clock::time_point(step * ++looks_);
    }
    void advance(std::chrono::milliseconds by) { now_.milliseconds += by.count(); }

    std::function<void()> between;

  private:
    base::Instant now_ = base::Instant::parse("2026-06-10T12:00:00Z").take();
    const std::thread::id thread_ = std::this_thread::get_id();
    mutable std::atomic<std::int64_t> looks_{0};
};

// Days before the tenth of June, purchases, total.
struct Bought {
    int days_ago;
    std::int64_t purchases;
    std::int64_t total;
};

std::optional<storage::Lease> claim_by_another(storage::Transaction& transaction, base::Instant now) {
    return storage::claim_lease(transaction, {.kind = storage::LeaseKind::Scores}, "somebody else",
                                {.now = now, .until = {now.milliseconds + LeasedWork::lease_time.count()}});
}

class ScoreJobTest : public operations::OperationTest {
  protected:
    ScoreJobTest() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, world); });
        definitions = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
    }
    base::Id make(const std::string& name, std::optional<Bought> bought = {}) {
        const auto key = domain::ContactKey(base::EmailAddress::parse(name + "@example.org").take());
        const auto id = in_transaction([&](auto& transaction) {
            return operations::change_contact(transaction, world, *definitions->current(), key, {}).take().id;
        });
        if (bought) { buy(id, *bought); }
        return id;
    }
    void buy(base::Id id, const Bought& bought) {
        in_transaction([&](auto& transaction) {
            auto contact = storage::lock_contact(transaction, id).value();
            contact.total_purchases = bought.purchases;
            contact.total_amount = {bought.total * base::Decimal::scale};
            contact.first_purchase_at.reset();
            contact.last_purchase_at.reset();
            if (bought.purchases > 0) {
                const auto ago = std::chrono::milliseconds(day * bought.days_ago);
                contact.first_purchase_at = base::Instant{0};
                contact.last_purchase_at = base::Instant{start.milliseconds - ago.count()};
            }
            storage::update_contact_totals(transaction, contact);
            return true;
        });
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
    domain::Contact find(base::Id id) {
        return in_transaction([&](auto& transaction) { return storage::find_contact(transaction, id).value(); });
    }
    // `543 loyal-customers`; empty without scores.
    std::string scores(base::Id id) {
        const auto found = domain::rfm_scores(find(id));
        if (found == domain::RfmScores()) { return ""; }
        return std::to_string(found.recency.value()) + std::to_string(found.frequency.value()) +
               std::to_string(found.monetary.value()) + " " + found.group.value();
    }
    std::vector<domain::Activity> updates(base::Id id) {
        auto page = in_transaction([&](auto& transaction) {
            return storage::list_activities(transaction, id, {.page = 1, .size = 100, .cursor = {}});
        });
        std::erase_if(page.items, [](const auto& one) { return one.kind != domain::ActivityKind::ContactUpdated; });
        for (auto& one : page.items) {
            // PostgreSQL writes JSON with spaces.
            std::erase(one.data, ' ');
            std::erase(one.moment, ' ');
        }
        return page.items;
    }
    std::string made_for() {
        return in_transaction([](auto& transaction) { return storage::scores_made_for(transaction); }).text();
    }
    std::vector<base::Id> make_five() {
        std::vector<base::Id> five{make("a"), make("b"), make("c"), make("d"), make("e")};
        buy_five(five);
        return five;
    }
    void buy_five(const std::vector<base::Id>& five) {
        const std::vector<Bought> bought{{50, 9, 90}, {40, 1, 50}, {30, 7, 7}, {20, 3, 300}, {10, 5, 100}};
        for (std::size_t number = 0; number < five.size(); ++number) { buy(five[number], bought[number]); }
    }
    void expect_scores(const std::vector<base::Id>& five) {
        const std::vector<std::string> expected{"152 at-risk", "214 cannot-lose-them", "341 potential-loyalists",
                                                "425 promising", "533 potential-loyalists"};
        for (std::size_t number = 0; number < five.size(); ++number) {
            EXPECT_EQ(scores(five[number]), expected[number]) << number;
        }
    }
    void expect_five(const std::vector<base::Id>& five) {
        expect_scores(five);
        for (const auto id : five) { EXPECT_EQ(updates(id).size(), 1U) << id.number; }
    }

    static constexpr std::chrono::hours day{24};
    SlowClock slow;
    const base::Instant start = slow.now();
    base::IdSource slow_ids{slow, 0};
    base::Sources world{.clock = slow, .random = random, .ids = slow_ids};
    base::Log log{base::LogFormat::Text, base::LogLevel::Error};
    JobFigures figures;
    std::unique_ptr<storage::DefinitionsCache> definitions;
};

TEST_F(ScoreJobTest, ScoresWhoeverBoughtAndJournalsTheGroup) {
    const auto five = make_five();
    const auto nobody = make("nobody");
    const auto long_ago = make("long-ago", Bought{800, 50, 5000});
    slow.advance(std::chrono::minutes(1));
    run();
    expect_five(five);
    EXPECT_EQ(scores(nobody), "");
    EXPECT_EQ(scores(long_ago), "");
    EXPECT_EQ(made_for(), "2026-06-10T01:00:00.000Z");
    EXPECT_EQ(figures.scored_rows.value(), 5U);
    EXPECT_EQ(figures.scores_made_for.value(), base::Instant::parse("2026-06-10T01:00:00Z").take().milliseconds);
    const auto update = updates(five[0]).front();
    EXPECT_EQ(update.data, R"({"changes":{"_rfm":"at-risk"}})");
    EXPECT_NE(update.moment.find(R"("r":"at-risk")"), std::string::npos) << update.moment;
    EXPECT_EQ(update.at, slow.now());
    EXPECT_EQ(find(five[0]).updated_at, slow.now());
    EXPECT_EQ(find(nobody).updated_at, start);
    EXPECT_EQ(queued(), 0) << "nobody listens";
}

TEST_F(ScoreJobTest, TellsTheEngineOfANewGroupWhenSomethingListens) {
    in_transaction([](auto& transaction) {
        transaction.touch_definitions();
        return transaction.execute_and_count(listen_query);
    });
    make_five();
    const auto before = queued();
    run();
    EXPECT_EQ(queued(), before + 5);
}

TEST_F(ScoreJobTest, WritesNothingWhereNothingChangedAndRunsOnceADay) {
    const auto five = make_five();
    run();
    buy(five[0], {0, 90, 90'000});
    run();
    slow.advance(std::chrono::hours(12) + std::chrono::minutes(59));
    run();
    EXPECT_EQ(figures.scored_rows.value(), 5U) << "not before one in the morning";
    expect_five(five);
    slow.advance(std::chrono::minutes(1));
    run();
    EXPECT_EQ(made_for(), "2026-06-11T01:00:00.000Z");
    EXPECT_EQ(scores(five[0]), "555 champions");
    const auto written = figures.scored_rows.value();
    slow.advance(day);
    run();
    EXPECT_EQ(figures.scored_rows.value(), written);
    EXPECT_EQ(made_for(), "2026-06-12T01:00:00.000Z");
}

TEST_F(ScoreJobTest, JournalsNoDigitsThatLeaveTheGroup) {
    const auto one = make("one", Bought{1, 1, 10});
    run();
    ASSERT_EQ(scores(one), "333 potential-loyalists");
    const auto updated_at = find(one).updated_at;
    // Two who are each half better and half worse.
    make("two", Bought{2, 1, 10});
    slow.advance(day);
    run();
    EXPECT_EQ(scores(one), "433 potential-loyalists");
    EXPECT_EQ(updates(one).size(), 1U);
    EXPECT_EQ(find(one).updated_at, updated_at);
}

TEST_F(ScoreJobTest, TakesTheScoresFromWhoeverDidNotBuyForTwoYears) {
    const auto old = make("old", Bought{729, 4, 40});
    const auto gone = make("gone", Bought{1, 2, 80});
    run();
    EXPECT_EQ(scores(old), "242 at-risk");
    EXPECT_EQ(scores(gone), "424 promising");
    buy(gone, {0, 0, 0});
    slow.advance(2 * day);
    run();
    EXPECT_EQ(scores(old), "");
    EXPECT_EQ(scores(gone), "");
    EXPECT_EQ(updates(old).front().data, R"({"changes":{"_rfm":null}})");
    EXPECT_EQ(updates(old).front().moment.find(R"("r":)"), std::string::npos);
    EXPECT_EQ(updates(old).size(), 2U);
}

TEST_F(ScoreJobTest, TakesEverybodyAsTheyAreWhenTheyAreWritten) {
    const auto five = make_five();
    const base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    bool is_done = false;
    slow.between = [&] {
        if (is_done || figures.scored_rows.value() == 0) { return; }
        is_done = true;
        in_transaction([&](auto& transaction) {
            const auto key = domain::ContactKey(base::EmailAddress::parse("d@example.org").take());
            operations::erase_contact(transaction, world, secret_key, key);
            return true;
        });
        buy(five[4], {-1, 100, 1});
        buy(five[2], {900, 1, 1});
    };
    run();
    slow.between = nullptr;
    ASSERT_TRUE(is_done);
    EXPECT_EQ(scores(five[0]), "152 at-risk");
    EXPECT_EQ(scores(five[2]), "");
    EXPECT_EQ(scores(five[4]), "551 potential-loyalists");
    EXPECT_FALSE(in_transaction([&](auto& transaction) { return storage::find_contact(transaction, five[3]); }));
    EXPECT_TRUE(updates(five[3]).empty());
}

TEST_F(ScoreJobTest, WhoIsStoppedInTheMiddleBeginsAnewAndComesToTheSame) {
    const auto five = make_five();
    for (const std::uint64_t stop_after : {0U, 1U, 3U}) {
        ScoreJob job(dependencies());
        slow.between = [&] {
            if (figures.scored_rows.value() >= stop_after) { job.stop(); }
        };
        job.run();
        slow.between = nullptr;
        EXPECT_TRUE(in_transaction([this](auto& transaction) {
            const auto lease = claim_by_another(transaction, slow.now());
            if (lease) { storage::release_lease(transaction, *lease); }
            return lease.has_value();
        })) << "it lets go";
        EXPECT_GE(figures.scored_rows.value(), stop_after);
        EXPECT_LT(figures.scored_rows.value(), 5U);
        EXPECT_EQ(made_for(), "1970-01-01T00:00:00.000Z");
    }
    run();
    expect_five(five);
    EXPECT_EQ(figures.scored_rows.value(), 5U);
}

TEST_F(ScoreJobTest, LeavesThemToWhoHoldsThem) {
    const auto five = make_five();
    ASSERT_TRUE(in_transaction([&](auto& transaction) { return claim_by_another(transaction, slow.now()); }));
    run();
    EXPECT_EQ(scores(five[0]), "");
    slow.advance(LeasedWork::lease_time);
    run();
    expect_five(five);
}

TEST_F(ScoreJobTest, LeavesNothingToWhoHadAClockThatWasWrong) {
    const auto five = make_five();
    const base::Instant next_year{slow.now().milliseconds + std::chrono::milliseconds(365 * day).count()};
    ASSERT_TRUE(in_transaction([&](auto& transaction) { return claim_by_another(transaction, next_year); }));
    run();
    expect_five(five);
}

TEST_F(ScoreJobTest, GivesUpWhenSomebodyElseTookOver) {
    make_five();
    bool is_taken = false;
    slow.between = [&] {
        if (is_taken || figures.scored_rows.value() < 2) { return; }
        slow.advance(LeasedWork::lease_time);
        is_taken =
            in_transaction([&](auto& transaction) { return claim_by_another(transaction, slow.now()).has_value(); });
    };
    run();
    slow.between = nullptr;
    ASSERT_TRUE(is_taken);
    EXPECT_LT(figures.scored_rows.value(), 5U);
    EXPECT_EQ(made_for(), "1970-01-01T00:00:00.000Z");
}

TEST_F(ScoreJobTest, MakesThemAgainAfterAClockThatWasWrong) {
    const auto five = make_five();
    in_transaction([](auto& transaction) {
        storage::note_scores_made(transaction, base::Instant::parse("2100-01-01T01:00:00Z").take());
        return true;
    });
    run();
    expect_five(five);
    EXPECT_EQ(made_for(), "2026-06-10T01:00:00.000Z");
}

TEST_F(ScoreJobTest, GoesOnWhereTheDatabaseHadNoTime) {
    auto five = make_five();
    storage::RefusingDatabase refusing(*database);
    // The first read asks only whether there is something to do.
    int refused_at = 1;
    for (; refused_at <= refusing.asked() || refused_at == 1; ++refused_at) {
        // So that everybody has to be written again.
        std::ranges::reverse(five);
        buy_five(five);
        slow.advance(day);
        refusing.refuse(Retry::tries_max - 1, refused_at);
        ScoreJob(dependencies(refusing)).run();
        expect_scores(five);
        ASSERT_FALSE(HasFailure()) << refused_at;
    }
    EXPECT_GT(refused_at, 8) << "a lease, two reads and five writes, at least";
}

TEST_F(ScoreJobTest, FindsNobodyInAnEmptyStore) {
    run();
    EXPECT_EQ(made_for(), "2026-06-10T01:00:00.000Z");
    EXPECT_EQ(figures.scored_rows.value(), 0U);
}

}  // namespace
}  // namespace tradewind::jobs
