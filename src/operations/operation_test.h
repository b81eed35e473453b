#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "base/sources.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/settings/custom_event_type_store.h"
#include "storage/stores/settings/custom_integration_store.h"
#include "storage/stores/settings/store_store.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_retry.h"

namespace tradewind::operations {

// A clock that stands still until it is turned.
class TurnedClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return now_; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return steady_; }
    void advance(std::chrono::milliseconds by) {
        now_.milliseconds += by.count();
        steady_ += by;
    }

  private:
    base::Instant now_{1'700'000'000'000};
    std::chrono::steady_clock::time_point steady_{};
};

inline constexpr storage::Query count_members{.name = "test.count_members",
                                              .sql = "SELECT count(*) FROM segment_members"};
inline constexpr storage::Query count_queued{.name = "test.count_queued", .sql = "SELECT count(*) FROM changes"};

// A real database of its own for each test, and a world that the test turns.
class OperationTest : public testing::Test {
  protected:
    // Runs `work`, which answers a Result, as a request is: what is refused is undone.
    template <class Work>
    auto attempt(Work work) {
        return storage::patiently([&] {
            return storage::write_and_wait(*database,
                                           [&](storage::Transaction& transaction) { return work(transaction); });
        });
    }
    // Runs `work` in a write transaction and returns what it returned.
    template <class Work>
    auto in_transaction(Work work) {
        using Value = std::invoke_result_t<Work&, storage::Transaction&>;
        std::optional<Value> value;
        EXPECT_TRUE(attempt([&](storage::Transaction& transaction) -> base::Result<void> {
            value.emplace(work(transaction));
            return {};
        }));
        return std::move(*value);
    }
    // What a query answers that counts.
    std::int64_t count(const storage::Query& query) {
        return in_transaction([&](auto& transaction) {
            auto rows = transaction.query(query);
            return rows.next() ? rows.integer(0) : -1;
        });
    }
    // How many activities the engine will hear of.
    std::int64_t queued() { return count(count_queued); }

    // Has somebody told of the incidents of the store that there is, by a type of this id.
    void tell_incidents_by(base::Id type) {
        in_transaction([&](auto& transaction) {
            domain::CustomIntegration shop;
            shop.id = {5};
            storage::insert_custom_integration(transaction, shop);
            domain::CustomEventType sends;
            sends.id = type;
            sends.integration = shop.id;
            sends.name = "Incident";
            sends.category = "send";
            sends.webhook_url = "https://desk.example/";
            storage::insert_custom_event_type(transaction, sends);
            auto store = *storage::find_store(transaction);
            store.incident_event_type = type;
            storage::update_store(transaction, store);
            transaction.touch_definitions();
            return true;
        });
    }
    // The calls of a type, the newest first.
    std::vector<domain::Delivery> calls_of(base::Id type) {
        return in_transaction([&](auto& transaction) {
            return storage::list_deliveries(transaction, {.type = type}, domain::PageRequest()).items;
        });
    }

    TurnedClock clock;
    base::SystemRandom random;
    base::IdSource ids{clock, 0};
    base::Sources sources{.clock = clock, .random = random, .ids = ids};
    storage::TestDatabase database;
};

}  // namespace tradewind::operations
