#include "api/idempotency.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "api/api_test.h"
#include "api/database_answer.h"
#include "storage/stores/settings/idempotency_store.h"

namespace tradewind::api {
namespace {

class IdempotencyTest : public ApiTest {
  protected:
    IdempotencyTest() : key(make_key({"admin"})) {
        services.emplace(make_services());
        std::vector<Route> routes;
        routes.emplace_back(net::Method::Post, "/count", domain::Scope::Admin, BodyKind::Json, [this](Call& call) {
            answer_write(*services, call, [this](storage::Transaction&) -> base::Result<JsonAnswer> {
                ++runs;
                if (refuses) { return base::conflict("Not now."); }
                return JsonAnswer{.status = 201, .body = "{\"runs\":" + std::to_string(runs) + "}"};
            });
        });
        routes.emplace_back(net::Method::Post, "/readable", domain::Scope::Admin, BodyKind::Json, [this](Call& call) {
            const auto read = [this](storage::Transaction&, const JsonAnswer& kept) -> base::Result<JsonAnswer> {
                EXPECT_EQ(kept.contact, contact_of_answer);
                return JsonAnswer{.status = 200, .body = body_of_answer};
            };
            const auto work = [this](storage::Transaction&) -> base::Result<JsonAnswer> {
                ++runs;
                return JsonAnswer{.status = 201, .body = body_of_answer, .contact = contact_of_answer};
            };
            answer_write(*services, call, work, read);
        });
        serve(std::move(routes));
    }

    net::HttpResponse post(std::string_view idempotency_key, std::string body = "{}", std::string target = "/count") {
        return ask({.method = net::Method::Post,
                    .target = std::move(target),
                    .key = key,
                    .body = std::move(body),
                    .headers = {{"Idempotency-Key", idempotency_key}}});
    }
    static bool is_replayed(const net::HttpResponse& response) {
        return response.header_lines.find("Idempotency-Replayed: true\r\n") != std::string::npos;
    }

    std::string key;
    std::optional<Services> services;
    std::atomic<int> runs = 0;
    bool refuses = false;
    std::string body_of_answer;
    base::Id contact_of_answer{7};
};

TEST_F(IdempotencyTest, TheSameRequestRunsOnceAndIsAnsweredAgain) {
    const auto first = post("a");
    const auto again = post("a");
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, first.body);
    EXPECT_FALSE(is_replayed(first));
    EXPECT_TRUE(is_replayed(again));
    EXPECT_EQ(post("b").body, "{\"runs\":2}\n");
}

TEST_F(IdempotencyTest, OfManyAtTheSameMomentAllGetTheAnswerOfOne) {
    std::mutex mutex;
    std::multiset<std::string> bodies;
    int replayed = 0;
    std::vector<std::thread> clients;
    for (int number = 0; number < 50; ++number) {
        clients.emplace_back([&] {
            auto response = post("a");
            // What the database was too busy for is sent again: a machine may stand still for a while.
            const auto is_put_off = [&] { return response.status == 503 || response.status == 409; };
            for (int tries = 1; tries < 20 && is_put_off(); ++tries) { response = post("a"); }
            const std::lock_guard lock(mutex);
            bodies.insert(response.body);
            replayed += is_replayed(response) ? 1 : 0;
        });
    }
    for (auto& client : clients) { client.join(); }
    EXPECT_EQ(bodies.count(*bodies.begin()), 50U);
    EXPECT_EQ(replayed, 49);
}

TEST_F(IdempotencyTest, AnotherRequestUnderTheSameKeyIsRefused) {
    post("a");
    for (const auto& refused : {post("a", "{ }"), post("a", "{}", "/count?x=1")}) {
        EXPECT_EQ(refused.status, 422);
        EXPECT_NE(refused.body.find(R"({"name":"Idempotency-Key","path":"/Idempotency-Key")"), std::string::npos);
    }
    EXPECT_EQ(runs, 1);
}

TEST_F(IdempotencyTest, ARefusalLeavesTheKeyFree) {
    refuses = true;
    EXPECT_EQ(post("a").status, 409);
    refuses = false;
    EXPECT_EQ(post("a", "{\"corrected\":true}").status, 201);
}

TEST_F(IdempotencyTest, KeysAreOneTo255PrintableCharacters) {
    const std::string longest(255, 'k');
    for (const std::string& good : {std::string("a b~!"), longest}) { EXPECT_EQ(post(good).status, 201) << good; }
    for (const std::string& bad : {std::string(), longest + "k", std::string("a\tb"), std::string("\xc3\xa9")}) {
        EXPECT_EQ(post(bad).status, 422) << bad;
    }
    const auto twice = ask({.method = net::Method::Post,
                            .target = "/count",
                            .key = key,
                            .body = "{}",
                            .headers = {{"Idempotency-Key", "x"}, {"idempotency-key", "x"}}});
    EXPECT_EQ(twice.status, 422);
}

TEST_F(IdempotencyTest, WhatIsKeptCannotBeReadFromTheDatabase) {
    post("a");
    const auto kept = storage::read_and_wait(*database, [this](storage::Transaction& transaction) {
        return base::Result(storage::find_idempotent_answer(transaction, secret_key.hash("idempotency-key", "a")));
    });
    ASSERT_TRUE(kept.value());
    EXPECT_EQ(kept.value()->sealed_answer.find("runs"), std::string::npos);
}

TEST_F(IdempotencyTest, AfterSevenDaysTheKeyIsNew) {
    post("a");
    const auto age = [this](std::chrono::milliseconds by) {
        const auto aged =
            storage::write_and_wait(*database, [&](storage::Transaction& transaction) -> base::Result<void> {
                auto kept =
                    storage::find_idempotent_answer(transaction, secret_key.hash("idempotency-key", "a")).value();
                kept.created_at.milliseconds -= by.count();
                storage::claim_idempotency_key(transaction, kept, {clock.now().milliseconds + 1});
                storage::keep_idempotent_answer(transaction, kept);
                return {};
            });
        EXPECT_TRUE(aged);
    };
    age(Idempotency::kept_for - std::chrono::minutes(1));
    EXPECT_TRUE(is_replayed(post("a")));
    age(std::chrono::minutes(2));
    EXPECT_FALSE(is_replayed(post("a")));
    EXPECT_TRUE(is_replayed(post("a")));
}

TEST_F(IdempotencyTest, AnAnswerOfMoreThan64KiBIsReadAgainWhereItCanBe) {
    const std::string large(Idempotency::answer_bytes_max + 1, ' ');
    body_of_answer = large;
    EXPECT_EQ(post("a", "{}", "/readable").body, large + "\n");
    body_of_answer = "changed since";
    const auto again = post("a", "{}", "/readable");
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, "changed since\n");
    EXPECT_TRUE(is_replayed(again));
    EXPECT_EQ(runs, 1);

    EXPECT_EQ(post("b", "{}", "/readable").body, "changed since\n");
    body_of_answer = "changed again";
    EXPECT_EQ(post("b", "{}", "/readable").body, "changed since\n") << "a small one is kept";
}

// Another request holds the key for longer than the second one may wait.
TEST_F(IdempotencyTest, WhileTheFirstIsStillRunningTheSecondIsRefused) {
    if (database.engine() == storage::TestEngine::Sqlite) {
        GTEST_SKIP() << "one writer: there is no second one at the same moment";
    }
    std::promise<void> claimed;
    std::promise<void> finish;
    std::thread first([&] {
        const auto done =
            storage::write_and_wait(*database, [&](storage::Transaction& transaction) -> base::Result<void> {
                const auto key_hash = secret_key.hash("idempotency-key", "a");
                storage::claim_idempotency_key(transaction, {.key_hash = key_hash, .created_at = clock.now()}, {});
                // With the first statement that somebody waits for, the claim is there, too.
                EXPECT_TRUE(storage::find_idempotent_answer(transaction, key_hash));
                claimed.set_value();
                finish.get_future().wait();
                return {};
            });
        EXPECT_TRUE(done);
    });
    claimed.get_future().wait();
    const auto refused = post("a");
    EXPECT_EQ(refused.status, 409);
    EXPECT_NE(refused.body.find("still running"), std::string::npos);
    finish.set_value();
    first.join();
}

}  // namespace
}  // namespace tradewind::api
