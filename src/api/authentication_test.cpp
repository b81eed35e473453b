#include "api/authentication.h"

#include <gtest/gtest.h>

#include "api/api_test.h"
#include "storage/stores/settings/api_key_store.h"

namespace tradewind::api {
namespace {

class StandingClock final : public base::Clock {
  public:
    [[nodiscard]] base::Instant now() const override { return {1'800'000'000'000}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return steady; }
    std::chrono::steady_clock::time_point steady{std::chrono::hours(1)};
};

class AuthenticationTest : public ApiTest {
  protected:
    // As of one of several processes whose memory is behind the database: nobody tells it of changes any more.
    void share_database() {
        database->on_definitions_change(nullptr);
        authentication = std::make_unique<Authentication>(*database, *definitions, secret_key, public_address, standing,
                                                          KeysMade::ElsewhereToo);
    }
    StandingClock standing;

    base::Result<Caller> authenticate(const std::vector<std::string>& values) {
        net::RequestHead head;
        for (const auto& value : values) { head.headers.push_back({.name = "AUTHORIZATION", .value = value}); }
        return authentication->authenticate(head);
    }
};

TEST_F(AuthenticationTest, LetsInWhoHasTheSecret) {
    const auto key = make_key({"store:read"});
    const auto caller = authenticate({"ApIkEy   " + key}).value();
    EXPECT_EQ(caller.actor().name, "api-key:" + key.substr(0, key.find(':')));
    EXPECT_TRUE(caller.key->scopes.has(domain::Scope::StoreRead));
    EXPECT_FALSE(caller.key->scopes.has(domain::Scope::Admin));
}

TEST_F(AuthenticationTest, AnswersAnUnknownIdAndAWrongSecretAlike) {
    const auto key = make_key({"store:read"});
    auto wrong_secret = key;
    wrong_secret.back() = wrong_secret.back() == 'a' ? 'b' : 'a';
    auto unknown_id = key;
    unknown_id.front() = unknown_id.front() == 'a' ? 'b' : 'a';
    const auto one = authenticate({"apiKey " + wrong_secret});
    const auto other = authenticate({"apiKey " + unknown_id});
    ASSERT_FALSE(one);
    ASSERT_FALSE(other);
    EXPECT_EQ(one.error().kind, base::ErrorKind::Unauthorized);
    EXPECT_EQ(one.error().detail, other.error().detail);
}

TEST_F(AuthenticationTest, RefusesNoHeaderAndTwo) {
    const auto key = "apiKey " + make_key({"store:read"});
    EXPECT_FALSE(authenticate({}));
    EXPECT_FALSE(authenticate({key, key}));
    EXPECT_FALSE(authenticate({"Bearer x"}));
}

TEST_F(AuthenticationTest, RefusesAnExpiredKeyFromItsMomentOn) {
    const auto soon = base::Instant{clock.now().milliseconds + 60'000};
    const auto key = make_key({"store:read"}, soon);
    EXPECT_TRUE(authenticate({"apiKey " + key}));
    class LaterClock final : public base::Clock {
      public:
        explicit LaterClock(base::Instant now) : now_(now) {}
        [[nodiscard]] base::Instant now() const override { return now_; }
        [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override { return {}; }

      private:
        base::Instant now_;
    };
    const LaterClock later(soon);
    Authentication then(*database, *definitions, secret_key, public_address, later);
    net::RequestHead head;
    const auto value = "apiKey " + key;
    head.headers.push_back({.name = "Authorization", .value = value});
    EXPECT_FALSE(then.authenticate(head));
}

TEST_F(AuthenticationTest, LooksForAKeyThatWasMadeElsewhereAMomentAgo) {
    database->on_definitions_change(nullptr);
    const auto key = "apiKey " + make_key({"store:read"});
    EXPECT_FALSE(authenticate({key})) << "where all keys are made here, all are known";
    share_database();
    EXPECT_TRUE(authenticate({key}).value().key->scopes.has(domain::Scope::StoreRead));
    auto wrong_secret = key;
    wrong_secret.back() = wrong_secret.back() == 'a' ? 'b' : 'a';
    EXPECT_FALSE(authenticate({wrong_secret}));
}

TEST_F(AuthenticationTest, LooksForNoMoreKeysThanItMay) {
    share_database();
    const auto key = "apiKey " + make_key({"store:read"});
    const std::string guess = "apiKey 0123456789abcdefghijkl:0123456789abcdefghijkl";
    for (int tries = 0; tries < Authentication::lookups_per_second_max - 1; ++tries) {
        EXPECT_FALSE(authenticate({guess}));
    }
    EXPECT_TRUE(authenticate({key}));
    EXPECT_FALSE(authenticate({key})) << "who guesses has used it up";
    standing.steady += std::chrono::seconds(1);
    EXPECT_TRUE(authenticate({key}));
}

TEST_F(AuthenticationTest, ForgetsARevokedKeyBeforeTheRevocationIsAnswered) {
    const auto key = make_key({"store:read"});
    const auto id = key.substr(0, key.find(':'));
    EXPECT_TRUE(authenticate({"apiKey " + key}));
    const auto revoked = storage::write_and_wait(*database, [&](storage::Transaction& transaction) {
        return operations::revoke_api_key(transaction, sources, {"test"}, id);
    });
    EXPECT_TRUE(revoked);
    EXPECT_FALSE(authenticate({"apiKey " + key}));
}

TEST_F(AuthenticationTest, WritesDownWhenAKeyWasUsed) {
    const auto key = make_key({"store:read"});
    const auto id = key.substr(0, key.find(':'));
    ASSERT_TRUE(authenticate({"apiKey " + key}));
    // Bulk work runs in its order, so when this piece is done the note before it is, too.
    std::promise<std::optional<domain::ApiKey>> promise;
    database->write(
        storage::Priority::Bulk, executor,
        [id](storage::Transaction& transaction) -> base::Result<std::optional<domain::ApiKey>> {
            return storage::find_api_key(transaction, id);
        },
        [&promise](base::Result<std::optional<domain::ApiKey>> found) { promise.set_value(std::move(found).take()); });
    EXPECT_TRUE(promise.get_future().get()->last_used_at);
}

}  // namespace
}  // namespace tradewind::api
