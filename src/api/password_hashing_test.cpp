#include "api/password_hashing.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>

#include "base/random.h"

namespace tradewind::api {
namespace {

class PasswordHashingTest : public testing::Test {
  protected:
    PasswordHashingTest() { base::start_crypto(); }

    std::string make(const std::string& password) {
        std::promise<std::optional<std::string>> promise;
        EXPECT_TRUE(hashing.make(base::Secret(password), executor,
                                 [&](std::optional<std::string> hash) { promise.set_value(std::move(hash)); }));
        return promise.get_future().get().value();
    }
    bool compare(const std::string& password, std::optional<std::string> hash) {
        std::promise<bool> promise;
        EXPECT_TRUE(hashing.compare(base::Secret(password), std::move(hash), executor,
                                    [&](bool is_right) { promise.set_value(is_right); }));
        return promise.get_future().get();
    }

    base::InlineExecutor executor;
    PasswordHashing hashing;
};

TEST_F(PasswordHashingTest, KnowsAPasswordByItsHashAlone) {
    const auto hash = make("correct horse");
    EXPECT_TRUE(hash.starts_with("$argon2id$v=19$m=65536,t=2,p=1$")) << hash;
    EXPECT_TRUE(compare("correct horse", hash));
    EXPECT_FALSE(compare("correct horsf", hash));
    EXPECT_FALSE(compare("", hash));
    EXPECT_NE(make("correct horse"), hash) << "each has a salt of its own";
}

TEST_F(PasswordHashingTest, HashesAlsoForWhoIsNotKnown) {
    const auto before = hashing.count().value();
    EXPECT_FALSE(compare("correct horse", std::nullopt));
    EXPECT_EQ(hashing.count().value(), before + 1);
}

TEST_F(PasswordHashingTest, TakesNoMoreThanMayWait) {
    std::promise<void> may_go_on;
    const auto go_on = may_go_on.get_future().share();
    std::promise<void> is_running;
    ASSERT_TRUE(hashing.compare(base::Secret("x"), std::nullopt, executor, [&, go_on](bool) {
        is_running.set_value();
        go_on.wait();
    }));
    is_running.get_future().wait();
    for (std::size_t waiting = 0; waiting < PasswordHashing::waiting_max; ++waiting) {
        EXPECT_TRUE(hashing.compare(base::Secret("x"), std::nullopt, executor, [](bool) {}));
    }
    EXPECT_FALSE(hashing.compare(base::Secret("x"), std::nullopt, executor, [](bool) {}));
    may_go_on.set_value();
}

TEST_F(PasswordHashingTest, DoesNothingOnceStopped) {
    hashing.stop();
    EXPECT_FALSE(hashing.make(base::Secret("x"), executor, [](const std::optional<std::string>&) { FAIL(); }));
    hashing.stop();
}

}  // namespace
}  // namespace tradewind::api
