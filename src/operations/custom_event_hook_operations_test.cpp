#include "operations/custom_event_hook_operations.h"

#include <gtest/gtest.h>

#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/stores/settings/custom_event_hook_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {
namespace {

class CustomEventHookOperations : public OperationTest {
  protected:
    CustomEventHookOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        in_transaction([this](auto& transaction) {
            create_custom_event_hook(transaction, sources, secret_key, type);
            transaction.touch_definitions();
            return true;
        });
    }
    domain::CustomEventHook hook() {
        return in_transaction([this](auto& transaction) { return find_hook(transaction, type).take(); });
    }
    domain::CustomEventHook change(std::optional<std::string> secret) {
        domain::Patch<domain::CustomEventHookSettings> patch{.values = {.secret = std::move(secret)}};
        patch.present.set(0);
        return in_transaction([&](auto& transaction) {
            return change_hook(transaction, sources, secret_key, {"test"}, type, patch).take();
        });
    }
    domain::CustomEventHook replace() {
        return in_transaction([this](auto& transaction) {
            return replace_hook_token(transaction, sources, secret_key, {"test"}, type).take();
        });
    }
    base::KeyedHash hash_of(const domain::CustomEventHook& of) {
        return secret_key.hash(domain::hook_token_hash_purpose, hook_token(secret_key, of).reveal());
    }

    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    const base::Id type{17};
};

TEST_F(CustomEventHookOperations, ATokenIsFoundByItsHashAndReadByTheKeyAlone) {
    const auto made = hook();
    const auto token = hook_token(secret_key, made);
    EXPECT_EQ(token.reveal().size(), 43U);
    EXPECT_EQ(made.sealed_token.find(token.reveal()), std::string::npos);
    auto cache = storage::DefinitionsCache::load(*database).take();
    const auto* const known = cache.current()->find_hook(hash_of(made));
    ASSERT_NE(known, nullptr);
    EXPECT_EQ(known->hook, made);
    EXPECT_EQ(cache.current()->find_hook({}), nullptr);
}

TEST_F(CustomEventHookOperations, AReplacedTokenLetsNothingIn) {
    auto cache = storage::DefinitionsCache::load(*database).take();
    const auto before = hook();
    clock.advance(std::chrono::seconds(1));
    const auto after = replace();
    EXPECT_GT(after.created_at, before.created_at);
    EXPECT_EQ(cache.current()->find_hook(hash_of(before)), nullptr);
    EXPECT_NE(cache.current()->find_hook(hash_of(after)), nullptr);
}

TEST_F(CustomEventHookOperations, ASecretIsSetSealedAndRemoved) {
    EXPECT_FALSE(hook_secret(secret_key, hook()));
    const auto with_secret = change("kiln-and-wheel");
    EXPECT_EQ(with_secret.sealed_secret->find("kiln"), std::string::npos);
    EXPECT_EQ(hook_secret(secret_key, hook())->reveal(), "kiln-and-wheel");
    EXPECT_EQ(hook_secret(secret_key, replace())->reveal(), "kiln-and-wheel");
    change({});
    EXPECT_FALSE(hook_secret(secret_key, hook()));
    const auto entries =
        in_transaction([](auto& transaction) { return storage::list_audit_entries(transaction, {}).items; });
    ASSERT_EQ(entries.size(), 3U);
    EXPECT_EQ(entries[0].action, "custom-event-hook.change");
    using Changes = std::vector<domain::AuditedChange>;
    EXPECT_EQ(entries[0].changes, (Changes{{"secret", {}}}));
    EXPECT_EQ(entries[1].changes, (Changes{{"token", {}}}));
}

TEST_F(CustomEventHookOperations, CallsAreCountedOnAcrossChanges) {
    auto cache = storage::DefinitionsCache::load(*database).take();
    const auto hash = hash_of(hook());
    const auto requests = cache.current()->find_hook(hash)->requests;
    EXPECT_EQ(requests->add(clock.now()), 1);
    change("kiln-and-wheel");
    EXPECT_EQ(cache.current()->find_hook(hash)->requests, requests);
}

TEST_F(CustomEventHookOperations, ATypeWithoutAHookIsNotFound) {
    const auto found = in_transaction([](auto& transaction) { return find_hook(transaction, {18}); });
    EXPECT_EQ(found.error().kind, base::ErrorKind::NotFound);
    in_transaction([this](auto& transaction) {
        storage::delete_custom_event_hook(transaction, type);
        return true;
    });
    const auto gone = in_transaction([this](auto& transaction) { return find_hook(transaction, type); });
    EXPECT_EQ(gone.error().kind, base::ErrorKind::NotFound);
}

}  // namespace
}  // namespace tradewind::operations
