#include "operations/delivery_operations.h"

#include <gtest/gtest.h>

#include "operations/operation_test.h"
#include "operations/store_operations.h"

namespace tradewind::operations {
namespace {

class Incidents : public OperationTest {
  protected:
    Incidents() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        tell_incidents_by(type);
    }
    void tell(const Incident& incident) {
        const auto known = storage::DefinitionsCache::load(*database).take().current();
        in_transaction([&](auto& transaction) {
            tell_incident(transaction, sources, *known, incident);
            return true;
        });
    }
    std::vector<domain::Delivery> told() { return calls_of(type); }

    const base::Id type{17};
    const Incident stopped{.kind = "calls-stopped", .subject = {3}, .place = {}, .text = "No more."};
};

TEST_F(Incidents, AreToldOnceInAnHour) {
    tell(stopped);
    tell(stopped);
    ASSERT_EQ(told().size(), 1U);
    EXPECT_EQ(told()[0].node, "incident:calls-stopped");
    EXPECT_TRUE(told()[0].is_incident());
    EXPECT_EQ(told()[0].due_at, clock.now());
    clock.advance(std::chrono::hours(1));
    tell(stopped);
    EXPECT_EQ(told().size(), 2U);
}

TEST_F(Incidents, AreToldApart) {
    tell(stopped);
    tell({.kind = "calls-stopped", .subject = {4}, .place = {}, .text = "No more."});
    tell({.kind = "run-failed", .subject = {3}, .place = "n1", .text = "It failed."});
    tell({.kind = "run-failed", .subject = {3}, .place = "n2", .text = "It failed."});
    EXPECT_EQ(told().size(), 4U);
}

TEST_F(Incidents, AreNotToldToWhomTheyAreAbout) {
    tell({.kind = "calls-stopped", .subject = type, .place = {}, .text = "No more."});
    EXPECT_TRUE(told().empty());
}

}  // namespace
}  // namespace tradewind::operations
