#include "api/live_desk.h"

#include <gtest/gtest.h>

#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"

namespace tradewind::api::live_desk_test {
namespace {

std::string shown;

std::string read_shown(const LiveTopic::Look& /*look*/) {
    return shown;
}

class LiveDeskTest : public testing::Test {
  protected:
    LiveDeskTest() { shown = "one"; }

    static std::vector<LiveTopic> topics(const std::string& word) {
        return {{.word = word, .scope = domain::Scope::StoreRead, .id = {}, .read = read_shown}};
    }
    std::int64_t number_of(const std::string& word) {
        return storage::read_and_wait(*database,
                                      [&](storage::Transaction& transaction) -> base::Result<std::int64_t> {
                                          LiveTexts texts;
                                          return live_number(transaction, clock.now(), topics(word), texts);
                                      })
            .value();
    }
    void hold(const std::string& who, const std::string& word = "store") {
        auto respond = [this, who](const net::HttpResponse& response) { answered.push_back(who + response.body); };
        desk.hold({.who = who,
                   .topics = topics(word),
                   .number = number_of(word),
                   .answer = Answer(std::move(respond), executor, "id", RequestTimer(figures, figures.unrouted, clock),
                                    log)});
    }
    std::string told(const std::string& who, int ask_again_in) {
        return who + R"({"number":)" + std::to_string(number_of("store")) + R"(,"askAgainIn":)" +
               std::to_string(ask_again_in) + "}\n";
    }

    storage::TestClock clock;
    base::Log log{base::LogFormat::JsonLines, base::LogLevel::Error};
    base::InlineExecutor executor;
    RequestFigures figures{0};
    std::vector<std::string> answered;
    storage::TestDatabase database;
    LiveDesk desk{*database, clock};
};

TEST_F(LiveDeskTest, WhoeverWaitsIsToldOfAChangeAndNotBefore) {
    hold("a");
    desk.look();
    EXPECT_TRUE(answered.empty());
    shown = "two";
    desk.look();
    EXPECT_EQ(answered, std::vector<std::string>{told("a", 0)});
    EXPECT_EQ(desk.held(), 0U);
}

TEST_F(LiveDeskTest, AfterAWhileTheSameIsToldAgain) {
    hold("a");
    clock.turn(LiveDesk::held_for - std::chrono::seconds(1));
    desk.look();
    EXPECT_TRUE(answered.empty());
    clock.turn(std::chrono::seconds(1));
    desk.look();
    EXPECT_EQ(answered, std::vector<std::string>{told("a", 0)});
}

TEST_F(LiveDeskTest, OneWaitsOnceForTheSameTopicsAndForOthersBesides) {
    hold("a");
    hold("b");
    hold("a", "other");
    EXPECT_TRUE(answered.empty());
    hold("a");
    EXPECT_EQ(answered, std::vector<std::string>{told("a", 20)});
    EXPECT_EQ(desk.held(), 3U);
}

TEST_F(LiveDeskTest, NoMoreWaitThanMay) {
    for (std::size_t number = 0; number < LiveDesk::held_max; ++number) { hold("a" + std::to_string(number)); }
    EXPECT_TRUE(answered.empty());
    hold("b");
    EXPECT_EQ(answered, std::vector<std::string>{told("b", 20)});
    EXPECT_EQ(desk.held(), LiveDesk::held_max);
    desk.close();
}

TEST_F(LiveDeskTest, AtItsEndEverybodyIsAnsweredAndNobodyWaitsAnyMore) {
    hold("a");
    desk.close();
    EXPECT_EQ(answered, std::vector<std::string>{told("a", 20)});
    hold("b");
    EXPECT_EQ(answered.back(), told("b", 20));
    EXPECT_EQ(desk.held(), 0U);
}

}  // namespace
}  // namespace tradewind::api::live_desk_test
