#include "operations/store_operations.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "operations/operation_test.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/stores/settings/store_store.h"

namespace tradewind::operations {
namespace {

using StoreOperations = OperationTest;

TEST_F(StoreOperations, ANewStoreHasTheDefaults) {
    const auto store = in_transaction([&](auto& transaction) { return create_store(transaction, sources); });
    EXPECT_EQ(store.name, "My store");
    EXPECT_TRUE(store.allowed_domains.empty());
    EXPECT_EQ(store.created_at, clock.now());
    EXPECT_EQ(store.updated_at, clock.now());
}

TEST_F(StoreOperations, AChangeMovesTheTimeAndLeavesAnAuditRow) {
    in_transaction([&](auto& transaction) { return create_store(transaction, sources); });
    clock.advance(std::chrono::seconds(5));
    domain::Patch<domain::Store> patch;
    patch.values.name = "Shoes";
    patch.present.set(1);
    const auto changed =
        in_transaction([&](auto& transaction) { return change_store(transaction, sources, {"tester"}, patch); });
    EXPECT_EQ(changed.value().name, "Shoes");
    EXPECT_EQ(changed.value().updated_at, clock.now());
    EXPECT_LT(changed.value().created_at, clock.now());

    const auto entries =
        in_transaction([](auto& transaction) { return storage::list_audit_entries(transaction, {}).items; });
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].actor.name, "tester");
    EXPECT_EQ(entries[0].action, "store.change");
    EXPECT_EQ(entries[0].subject, changed.value().id.text());
    using Changes = std::vector<domain::AuditedChange>;
    EXPECT_EQ(entries[0].changes, (Changes{{"name", {{R"("My store")", R"("Shoes")"}}}}));
    EXPECT_EQ(entries[0].at, clock.now());
}

TEST_F(StoreOperations, OfChangesAtTheSameMomentNoneIsLost) {
    in_transaction([&](auto& transaction) { return create_store(transaction, sources); });
    domain::Patch<domain::Store> name;
    name.values.name = "Shoes";
    name.present.set(1);
    domain::Patch<domain::Store> currency;
    currency.values.currency = "GBP";
    currency.present.set(2);
    domain::Patch<domain::Store> language;
    language.values.language = "es";
    language.present.set(4);
    std::vector<std::thread> clients;
    for (const auto& patch : {name, currency, language}) {
        clients.emplace_back([this, patch] {
            EXPECT_TRUE(in_transaction(
                [&](auto& transaction) { return change_store(transaction, sources, {"tester"}, patch); }));
        });
    }
    for (auto& client : clients) { client.join(); }
    const auto store = in_transaction([](auto& transaction) { return storage::find_store(transaction); }).value();
    EXPECT_EQ(store.name, "Shoes");
    EXPECT_EQ(store.currency, "GBP");
    EXPECT_EQ(store.language, "es");
}

TEST_F(StoreOperations, APatchThatChangesNothingWritesNothing) {
    const auto before = in_transaction([&](auto& transaction) { return create_store(transaction, sources); });
    clock.advance(std::chrono::seconds(5));
    domain::Patch<domain::Store> patch;
    patch.values.name = before.name;
    patch.present.set(1);
    const auto same =
        in_transaction([&](auto& transaction) { return change_store(transaction, sources, {"tester"}, patch); });
    EXPECT_EQ(same.value().updated_at, before.updated_at);
    EXPECT_TRUE(
        in_transaction([](auto& transaction) { return storage::list_audit_entries(transaction, {}).items; }).empty());
}

}  // namespace
}  // namespace tradewind::operations
