#include "operations/api_key_operations.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "operations/operation_test.h"
#include "storage/stores/settings/api_key_store.h"
#include "storage/stores/settings/audit_store.h"

namespace tradewind::operations {
namespace {

class ApiKeyOperations : public OperationTest {
  protected:
    base::Result<CreatedApiKey> create(const domain::ApiKey& wanted) {
        return in_transaction(
            [&](auto& transaction) { return create_api_key(transaction, sources, secret_key, {"tester"}, wanted); });
    }
    static domain::ApiKey wanted(std::string name) {
        domain::ApiKey key;
        key.name = std::move(name);
        key.scopes = {"store:read", "admin"};
        return key;
    }

    const std::array<std::byte, base::SecretKey::size> key_bytes{};
    const base::SecretKey secret_key{key_bytes};
};

TEST_F(ApiKeyOperations, AKeyIsKeptWithTheHashOfItsSecretAlone) {
    const auto created = create(wanted("till")).value();
    EXPECT_EQ(created.key.id.size(), domain::api_key_part_characters);
    EXPECT_EQ(created.secret.reveal().size(), domain::api_key_part_characters);
    const auto kept =
        in_transaction([&](auto& transaction) { return storage::find_api_key(transaction, created.key.id); });
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->name, "till");
    EXPECT_EQ(kept->scopes, (std::vector<std::string>{"store:read", "admin"}));
    EXPECT_EQ(kept->secret_hash, secret_key.hash(domain::api_key_hash_purpose, created.secret.reveal()));
    EXPECT_FALSE(kept->last_used_at);
}

TEST_F(ApiKeyOperations, AnExpiryMustLieAhead) {
    auto key = wanted("late");
    key.expires_at = clock.now();
    EXPECT_EQ(create(key).error().problems.front().path, "/expiresAt");
    key.expires_at = base::Instant{clock.now().milliseconds + 1};
    EXPECT_EQ(create(key).value().key.expires_at, key.expires_at);
}

TEST_F(ApiKeyOperations, ThereAreAtMostOneHundred) {
    for (std::size_t count = 0; count < domain::api_keys_max; ++count) { ASSERT_TRUE(create(wanted("key"))); }
    const auto refused = create(wanted("one more"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().problems.front().path, "/name");
}

TEST_F(ApiKeyOperations, ManyAtTheSameMomentDoNotMakeMoreThanOneHundred) {
    constexpr std::size_t room_left = 5;
    for (std::size_t count = 0; count < domain::api_keys_max - room_left; ++count) {
        ASSERT_TRUE(create(wanted("key")));
    }
    std::atomic<std::size_t> made{0};
    std::vector<std::thread> clients;
    for (int number = 0; number < 20; ++number) {
        clients.emplace_back([&] { made += create(wanted("one more")) ? 1U : 0U; });
    }
    for (auto& client : clients) { client.join(); }
    EXPECT_EQ(made, room_left);
}

TEST_F(ApiKeyOperations, ARevokedKeyIsGoneAndCannotBeRevokedAgain) {
    const auto id = create(wanted("till")).value().key.id;
    const auto revoke = [&] {
        return in_transaction([&](auto& transaction) { return revoke_api_key(transaction, sources, {"tester"}, id); });
    };
    EXPECT_TRUE(revoke());
    EXPECT_FALSE(in_transaction([&](auto& transaction) { return storage::find_api_key(transaction, id); }));
    EXPECT_EQ(revoke().error().kind, base::ErrorKind::NotFound);
    const auto entries =
        in_transaction([](auto& transaction) { return storage::list_audit_entries(transaction, {}).items; });
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[0].action, "api-key.revoke");
    EXPECT_EQ(entries[1].action, "api-key.create");
    EXPECT_EQ(entries[0].subject, id);
}

TEST_F(ApiKeyOperations, ListsWalkBothWaysWithoutMissingOrRepeating) {
    std::vector<std::string> newest_first;
    for (int count = 0; count < 7; ++count) {
        newest_first.insert(newest_first.begin(), create(wanted("key")).value().key.id);
        clock.advance(std::chrono::milliseconds(1));
    }
    const auto list = [&](const domain::PageRequest& request) {
        return in_transaction([&](auto& transaction) { return storage::list_api_keys(transaction, request); });
    };
    const auto ids_of = [](const domain::Page<domain::ApiKey>& page) {
        std::vector<std::string> page_ids;
        for (const auto& key : page.items) { page_ids.push_back(key.id); }
        return page_ids;
    };
    const auto slice = [&](std::ptrdiff_t from, std::ptrdiff_t to) {
        return std::vector<std::string>(newest_first.begin() + from, newest_first.begin() + to);
    };

    const auto first = list({.page = 1, .size = 3, .cursor = {}});
    EXPECT_EQ(ids_of(first), slice(0, 3));
    EXPECT_TRUE(first.has_older);
    EXPECT_FALSE(first.has_newer);

    const auto& last_key = first.items.back();
    const auto second =
        list({.page = 2,
              .size = 3,
              .cursor = domain::ListCursor{domain::Direction::Older, last_key.created_at, last_key.id}});
    EXPECT_EQ(ids_of(second), slice(3, 6));
    EXPECT_TRUE(second.has_older);
    EXPECT_TRUE(second.has_newer);

    const auto& first_key = second.items.front();
    const auto back =
        list({.page = 1,
              .size = 3,
              .cursor = domain::ListCursor{domain::Direction::Newer, first_key.created_at, first_key.id}});
    EXPECT_EQ(ids_of(back), slice(0, 3));
    EXPECT_TRUE(back.has_older);
    EXPECT_FALSE(back.has_newer);

    EXPECT_EQ(ids_of(list({.page = 3, .size = 3, .cursor = {}})), slice(6, 7));
    EXPECT_TRUE(list({.page = 9, .size = 3, .cursor = {}}).items.empty());
}

}  // namespace
}  // namespace tradewind::operations
