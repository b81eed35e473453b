#include "operations/signing_secret_operations.h"

#include <gtest/gtest.h>

#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/settings/audit_store.h"

namespace tradewind::operations {
namespace {

class SigningSecretOperations : public OperationTest {
  protected:
    SigningSecretOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        in_transaction([this](auto& transaction) {
            create_signing_secret(transaction, sources, secret_key, type);
            return true;
        });
    }
    std::vector<std::string> alive() {
        const auto secrets = in_transaction(
            [this](auto& transaction) { return find_signing_secrets(transaction, sources, type).take(); });
        std::vector<std::string> texts;
        for (const auto& secret : secrets) { texts.push_back(unsealed_signing_secret(secret_key, secret).reveal()); }
        return texts;
    }
    void replace() {
        in_transaction([this](auto& transaction) {
            return replace_signing_secret(transaction, sources, secret_key, {"test"}, type).ok();
        });
    }

    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    const base::Id type{17};
};

TEST_F(SigningSecretOperations, OneIsAliveUntilItIsReplacedThenTwoForADay) {
    const auto first = alive();
    ASSERT_EQ(first.size(), 1U);
    EXPECT_TRUE(first[0].starts_with("whsec_"));
    EXPECT_EQ(first[0].size(), 38U);

    clock.advance(std::chrono::hours(1));
    replace();
    const auto two = alive();
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(two[1], first[0]);
    EXPECT_NE(two[0], first[0]);

    clock.advance(domain::signing_secret_overlap - std::chrono::milliseconds(1));
    EXPECT_EQ(alive(), two);
    clock.advance(std::chrono::milliseconds(1));
    EXPECT_EQ(alive(), (std::vector{two[0]}));
}

TEST_F(SigningSecretOperations, NeverAreThereMoreThanTwo) {
    std::string before = alive().at(0);
    for (int round = 0; round < 3; ++round) {
        replace();
        const auto now = alive();
        ASSERT_EQ(now.size(), 2U);
        EXPECT_EQ(now[1], before);
        before = now[0];
    }
}

TEST_F(SigningSecretOperations, AChangeLeavesAnAuditRowAndNoSecretInTheOpen) {
    replace();
    const auto entries =
        in_transaction([](auto& transaction) { return storage::list_audit_entries(transaction, {}).items; });
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].action, "signing-secret.replace");
    EXPECT_EQ(entries[0].subject, type.text());
    const auto secrets =
        in_transaction([this](auto& transaction) { return find_signing_secrets(transaction, sources, type).take(); });
    for (const auto& secret : secrets) { EXPECT_EQ(secret.sealed_secret.find("whsec_"), std::string::npos); }
}

TEST_F(SigningSecretOperations, ATypeWithoutOneIsNotFound) {
    const auto found =
        in_transaction([this](auto& transaction) { return find_signing_secrets(transaction, sources, {18}); });
    EXPECT_EQ(found.error().kind, base::ErrorKind::NotFound);
    const auto replaced = in_transaction(
        [this](auto& transaction) { return replace_signing_secret(transaction, sources, secret_key, {"test"}, {18}); });
    EXPECT_EQ(replaced.error().kind, base::ErrorKind::NotFound);
}

}  // namespace
}  // namespace tradewind::operations
