#include "domain/deliveries/delivery.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace tradewind::domain::delivery_test {
namespace {

using std::chrono::milliseconds;
using State = DeliveryState;
using namespace std::chrono_literals;

constexpr base::Instant now{1'000'000'000};

Delivery waiting() {
    return {.contact = {1}, .id = {2}, .type = {3}, .due_at = base::Instant{5}, .generation = 7, .body = "{}"};
}

Delivery in_state(State state) {
    auto delivery = waiting();
    delivery.state = state;
    if (state == State::Done || state == State::Dead || state == State::Skipped) {
        delivery.due_at.reset();
        delivery.ended_at = base::Instant{9};
    }
    if (state == State::Taken) { delivery.taken_by = "somebody"; }
    delivery.expires_at = base::Instant{10};
    delivery.tries = 4;
    return delivery;
}

TEST(RetryDelay, GrowsAndIsUpToATenthLonger) {
    const std::array<milliseconds, 9> delays{5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h};
    for (std::int64_t tries = 1; tries <= 9; ++tries) {
        const auto delay = delays[static_cast<std::size_t>(tries - 1)];
        EXPECT_EQ(retry_delay(tries, 0), delay);
        EXPECT_EQ(retry_delay(tries, 32'768), delay + delay / 20);
        EXPECT_GT(*retry_delay(tries, 65'535), delay * 109 / 100);
        EXPECT_LT(*retry_delay(tries, 65'535), delay * 110 / 100);
    }
    EXPECT_EQ(retry_delay(10, 0), std::nullopt);
    EXPECT_EQ(retry_delay(0, 0), std::nullopt);
}

TEST(Delivery, IsDoneDeadOrWaitsAgainByItsAnswer) {
    struct Row {
        WebCallAnswer answer;
        State state;
        std::optional<milliseconds> wait;
    };
    for (const auto& row :
         {Row{{.status = 204}, State::Done, {}}, Row{{.status = 422}, State::Dead, {}},
          Row{{.status = 500}, State::Waiting, 5s}, Row{{.error = "timed out"}, State::Waiting, 5s},
          Row{{.status = 429, .retry_after = "60"}, State::Waiting, 60s}, Row{{.is_refused = true}, State::Dead, {}}}) {
        auto delivery = waiting();
        delivery.state = State::Taken;
        delivery.taken_by = "me";
        note_answer(delivery, {.at = now, .answer = row.answer, .chance = 0});
        EXPECT_EQ(delivery.state, row.state);
        EXPECT_EQ(delivery.has_ended(), !row.wait);
        EXPECT_EQ(delivery.due_at,
                  row.wait ? std::optional(base::Instant{now.milliseconds + row.wait->count()}) : std::nullopt);
        EXPECT_EQ(delivery.reason.has_value(), row.state != State::Done);
        EXPECT_EQ(delivery.taken_by, std::nullopt);
        EXPECT_EQ(delivery.tries, 1);
        EXPECT_EQ(delivery.generation, 8);
        ASSERT_EQ(delivery.attempts.size(), 1U);
        EXPECT_EQ(delivery.attempts[0],
                  (CallAttempt{.at = now, .status = row.answer.status, .error = row.answer.error}));
    }
}

TEST(Delivery, IsDeadAfterTheLastTry) {
    auto delivery = waiting();
    for (int tries = 1; tries <= 9; ++tries) {
        note_answer(delivery, {.at = now, .answer = {.status = 500}, .chance = 0});
        EXPECT_EQ(delivery.state, State::Waiting) << tries;
    }
    note_answer(delivery, {.at = now, .answer = {.status = 503, .retry_after = "1"}, .chance = 0});
    EXPECT_EQ(delivery.state, State::Dead);
    EXPECT_EQ(delivery.reason, "the answer was 503");
    EXPECT_EQ(delivery.attempts.size(), 10U);
}

// A receiver that always says "in a second" would have lost the call after ten.
TEST(Delivery, IsNotUsedUpByAReceiverThatIsInAHurry) {
    auto delivery = waiting();
    const auto wait_after = [&](std::int64_t status, const char* after) {
        note_answer(delivery, {.at = now, .answer = {.status = status, .retry_after = after}, .chance = 0});
        return milliseconds(delivery.due_at.value().milliseconds - now.milliseconds);
    };
    EXPECT_EQ(wait_after(429, "1"), 1s) << "the first time it is taken at its word";
    EXPECT_EQ(wait_after(429, "1"), 5min);
    EXPECT_EQ(wait_after(503, "0"), 30min);
    EXPECT_EQ(wait_after(503, "86400"), 24h) << "longer it is always";
}

TEST(Delivery, KeepsTheNewestAttemptsAndTheLastAnswer) {
    auto delivery = waiting();
    for (std::int64_t number = 1; number <= 25; ++number) {
        delivery.tries = 0;
        note_answer(delivery, {.at = {number}, .answer = {.status = 500, .text = std::to_string(number)}, .chance = 0});
    }
    EXPECT_EQ(delivery.attempts.size(), call_attempts_kept);
    EXPECT_EQ(delivery.attempts.front().at, base::Instant{6});
    EXPECT_EQ(delivery.answer, "25");
    note_answer(delivery, {.at = now, .answer = {.error = "refused"}, .chance = 0});
    EXPECT_EQ(delivery.answer, std::nullopt);
}

TEST(Delivery, KeepsOfAnAnswerWhatIsTextAndNotTooMuch) {
    using namespace std::string_literals;
    const auto kept = [](const std::string& bytes) {
        auto delivery = waiting();
        note_answer(delivery, {.at = now, .answer = {.status = 200, .text = bytes}, .chance = 0});
        return delivery.answer.value();
    };
    EXPECT_EQ(kept(""), "");
    EXPECT_EQ(kept("a\0b\xff"s), "a b\uFFFD");
    EXPECT_EQ(kept(std::string(call_answer_bytes_max + 5, 'x')), std::string(call_answer_bytes_max, 'x'));
    // Nothing is left of a character that would be cut.
    const auto whole = kept("x" + std::string(call_answer_bytes_max, '\xff'));
    EXPECT_TRUE(base::is_valid_utf8(whole));
    EXPECT_LE(whole.size(), call_answer_bytes_max);
    EXPECT_GT(whole.size(), call_answer_bytes_max - 4);
}

TEST(Delivery, IsTriedAgainAsIfItWereNew) {
    for (const auto state : {State::Dead, State::Held, State::Skipped}) {
        auto delivery = in_state(state);
        delivery.reason = "something";
        ASSERT_TRUE(retry_now(delivery, now));
        EXPECT_EQ(delivery.state, State::Waiting);
        EXPECT_EQ(delivery.due_at, now);
        EXPECT_EQ(delivery.tries, 0);
        EXPECT_EQ(delivery.generation, 8);
        EXPECT_FALSE(delivery.expires_at || delivery.ended_at || delivery.reason);
    }
}

TEST(Delivery, ThatWaitsOrIsBeingSentKeepsItsTriesWhenItIsToBeTriedAgain) {
    auto delivery = in_state(State::Waiting);
    ASSERT_TRUE(retry_now(delivery, now));
    EXPECT_EQ(delivery.due_at, now);
    EXPECT_EQ(delivery.generation, 7);
    EXPECT_EQ(delivery.tries, 4);
    auto taken = in_state(State::Taken);
    ASSERT_TRUE(retry_now(taken, now));
    EXPECT_EQ(taken, in_state(State::Taken));
    auto done = in_state(State::Done);
    EXPECT_EQ(retry_now(done, now).error().kind, base::ErrorKind::Conflict);
    EXPECT_EQ(done, in_state(State::Done));
}

TEST(Delivery, IsHeldBackWithoutATry) {
    auto delivery = in_state(State::Taken);
    hold_back(delivery, "on hold", {60});
    EXPECT_EQ(delivery.state, State::Held);
    EXPECT_EQ(delivery.due_at, base::Instant{60});
    EXPECT_EQ(delivery.tries, 4);
    EXPECT_EQ(delivery.generation, 8);
    EXPECT_FALSE(delivery.has_ended() || delivery.taken_by);
}

TEST(Delivery, IsDroppedOnlyOnce) {
    for (const auto state : {State::Waiting, State::Taken, State::Held}) {
        auto delivery = in_state(state);
        ASSERT_TRUE(drop(delivery, now));
        EXPECT_EQ(delivery.state, State::Skipped);
        EXPECT_EQ(delivery.ended_at, now);
        EXPECT_EQ(delivery.due_at, std::nullopt);
        EXPECT_EQ(delivery.generation, 8);
        EXPECT_EQ(drop(delivery, now).error().kind, base::ErrorKind::Conflict);
    }
    for (const auto state : {State::Done, State::Dead, State::Skipped}) {
        auto delivery = in_state(state);
        EXPECT_FALSE(drop(delivery, now));
        EXPECT_EQ(delivery, in_state(state));
    }
}

TEST(Delivery, AttemptsAreReadAsTheyWereWritten) {
    const std::vector<CallAttempt> attempts{{.at = {1}, .status = 500}, {.at = {2}, .error = "no \"answer\""}, {}};
    EXPECT_EQ(read_call_attempts(write_call_attempts(attempts)).value(), attempts);
    EXPECT_EQ(read_call_attempts("[]").value(), std::vector<CallAttempt>());
    for (const auto* json : {"", "{}", "[1]", "null"}) { EXPECT_FALSE(read_call_attempts(json)) << json; }
}

TEST(Delivery, StatesAreFoundByTheirWords) {
    for (const auto word : delivery_state_words) { EXPECT_EQ(word_of(*find_delivery_state(word)), word); }
    EXPECT_EQ(find_delivery_state("lost"), std::nullopt);
}

}  // namespace
}  // namespace tradewind::domain::delivery_test
