#include "jobs/sample_data_job.h"

#include <gtest/gtest.h>

#include <functional>

#include "domain/settings/store.h"
#include "operations/contact_field_operations.h"
#include "operations/operation_test.h"
#include "operations/sample_data_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/jobs/sample_data_store.h"

namespace tradewind::jobs {
namespace {

using domain::SampleShopState;

constexpr base::Id far_away{std::int64_t{1} << 62};

// Does what the test wants whenever somebody looks at it.
class LookedAtClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return {1'700'000'000'000}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override {
        if (on_look) { on_look(); }
        return {};
    }

    std::function<void()> on_look;
};

class SampleDataJobTest : public operations::OperationTest {
  protected:
    SampleDataJobTest() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, sources); });
        definitions = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
    }
    SampleDataJob job() {
        return SampleDataJob({.database = *database,
                              .sources = sources,
                              .definitions = *definitions,
                              .secret_key = secret_key,
                              .log = log,
                              .node = 0,
                              .holder = "me"});
    }
    base::Result<domain::SampleShop> add() {
        return attempt([&](auto& transaction) {
            return operations::add_sample_data(transaction, sources, *definitions->current(), {"test"});
        });
    }
    domain::SampleShop remove() {
        return in_transaction(
            [&](auto& transaction) { return operations::remove_sample_data(transaction, sources, {"test"}); });
    }
    domain::SampleShop read() {
        return in_transaction([](auto& transaction) { return storage::find_sample_data(transaction); });
    }
    std::size_t contacts() {
        return in_transaction([](auto& transaction) {
            return storage::contacts_made_before(transaction, far_away, domain::SampleShop::contacts + 1).size();
        });
    }
    std::vector<std::string> fields() {
        std::vector<std::string> ids_of_fields;
        for (const auto& field : definitions->current()->contact_fields.custom()) { ids_of_fields.push_back(field.id); }
        return ids_of_fields;
    }

    base::Log log{base::LogFormat::Text, base::LogLevel::Error};
    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    std::unique_ptr<storage::DefinitionsCache> definitions;
};

TEST_F(SampleDataJobTest, AddsAShopAndTakesItOutAgain) {
    ASSERT_TRUE(add());
    job().run();
    EXPECT_EQ(read().state, SampleShopState::There);
    EXPECT_EQ(read().days_done, domain::SampleShop::days);
    EXPECT_EQ(contacts(), static_cast<std::size_t>(domain::SampleShop::contacts));
    EXPECT_EQ(definitions->current()->workflows.size(), 4U);
    EXPECT_EQ(add().error().kind, base::ErrorKind::Conflict);
    job().run();
    EXPECT_EQ(contacts(), static_cast<std::size_t>(domain::SampleShop::contacts)) << "the second time does nothing";
    // Who is in a workflow leaves it by the engine, which does not run here.
    in_transaction([](auto& transaction) {
        static constexpr storage::Query end_runs{.name = "test.end_runs", .sql = "DELETE FROM runs"};
        transaction.execute(end_runs);
        return true;
    });
    EXPECT_EQ(remove().state, SampleShopState::Removing);
    EXPECT_EQ(remove().state, SampleShopState::Removing);
    job().run();
    EXPECT_EQ(read().state, SampleShopState::None);
    EXPECT_TRUE(read().kept.empty());
    EXPECT_EQ(contacts(), 0U);
    EXPECT_TRUE(fields().empty());
    EXPECT_EQ(remove().state, SampleShopState::None);
    EXPECT_TRUE(add());
}

TEST_F(SampleDataJobTest, WhatCannotBeAddedIsTakenOutAgainAndSaysWhy) {
    ASSERT_TRUE(add());
    domain::ContactField own;
    own.id = "city";
    own.name = "Own city";
    ASSERT_TRUE(
        attempt([&](auto& transaction) { return operations::create_contact_field(transaction, sources, own); }));
    job().run();
    const auto left = read();
    EXPECT_EQ(left.state, SampleShopState::None);
    ASSERT_TRUE(left.problem);
    EXPECT_NE(left.problem->find("city"), std::string::npos) << *left.problem;
    EXPECT_TRUE(left.kept.empty());
    EXPECT_EQ(contacts(), 0U);
    EXPECT_EQ(fields(), std::vector<std::string>{"city"}) << "it is the store's own";
}

TEST_F(SampleDataJobTest, AnotherProcessThatHasTheWorkIsLeftAlone) {
    ASSERT_TRUE(add());
    in_transaction([this](auto& transaction) {
        const auto now = clock.now();
        return storage::claim_lease(transaction, {.kind = storage::LeaseKind::SampleData}, "somebody else",
                                    {.now = now, .until = {now.milliseconds + LeasedWork::lease_time.count()}});
    });
    job().run();
    EXPECT_EQ(read().state, SampleShopState::Adding);
    EXPECT_EQ(contacts(), 0U);
    clock.advance(LeasedWork::lease_time);
    job().run();
    EXPECT_EQ(read().state, SampleShopState::There);
}

TEST_F(SampleDataJobTest, WhatIsStoppedIsLeftForLater) {
    ASSERT_TRUE(add());
    auto stopped = job();
    stopped.stop();
    stopped.run();
    EXPECT_EQ(read().state, SampleShopState::Adding);
    job().run();
    EXPECT_EQ(read().state, SampleShopState::There);
}

TEST_F(SampleDataJobTest, WhatIsStoppedInTheMiddleEndsWithTheSliceItIsAt) {
    ASSERT_TRUE(add());
    LookedAtClock watched;
    base::Sources watched_sources{.clock = watched, .random = random, .ids = ids};
    SampleDataJob stopped({.database = *database,
                           .sources = watched_sources,
                           .definitions = *definitions,
                           .secret_key = secret_key,
                           .log = log,
                           .node = 0,
                           .holder = "me"});
    int looks = 0;
    watched.on_look = [&] {
        if (++looks == 12) { stopped.stop(); }
    };
    stopped.run();
    EXPECT_EQ(read().state, SampleShopState::Adding);
    EXPECT_GT(read().days_done, 0);
    EXPECT_LT(read().days_done, domain::SampleShop::days / 2);
    job().run();
    EXPECT_EQ(read().state, SampleShopState::There);
    EXPECT_EQ(contacts(), static_cast<std::size_t>(domain::SampleShop::contacts));
}

}  // namespace
}  // namespace tradewind::jobs
