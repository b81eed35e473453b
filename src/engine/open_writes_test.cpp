#include <functional>
#include <future>
#include <thread>

#include "engine/engine_test.h"

namespace tradewind::engine {
namespace {

constexpr std::string_view is_subscribed =
    R"({"field": "_newsletterSubscriptionStatus", "is": "in", "values": ["subscribed"]})";
constexpr std::string_view came_lately = R"({"field": "_recency", "is": "in", "values": ["5"]})";

// A write that has looked at the definitions and then stands still until it is told to go on.
class OpenWrite {
  public:
    using Work = std::function<void(storage::Transaction&, const storage::Definitions&)>;

    OpenWrite(storage::Database& database, const storage::DefinitionsCache& definitions, Work work)
        : thread_([this, &database, &definitions, work = std::move(work)] {
              const auto run = [&](storage::Transaction& transaction) -> base::Result<void> {
                  const auto known = storage::definitions_in(transaction, definitions.current());
                  has_looked_.set_value();
                  goes_on_.get_future().wait();
                  work(transaction, *known);
                  return {};
              };
              EXPECT_TRUE(storage::write_and_wait(database, run));
          }) {
        has_looked_.get_future().wait();
    }
    ~OpenWrite() { finish(); }
    OpenWrite(const OpenWrite&) = delete;
    OpenWrite& operator=(const OpenWrite&) = delete;

    void finish() {
        if (!thread_.joinable()) { return; }
        goes_on_.set_value();
        thread_.join();
    }

  private:
    std::promise<void> has_looked_;
    std::promise<void> goes_on_;
    std::thread thread_;
};

class OpenWrites : public EngineTest {
  protected:
    void SetUp() override {
        if (database.engine() == storage::TestEngine::Sqlite) { GTEST_SKIP() << "one writer: no write is open"; }
    }
    bool is_built(base::Id segment) {
        return in_transaction(
            [&](auto& transaction) { return storage::find_segment(transaction, segment)->member_set.has_value(); });
    }
};

// It leaves no change, because nobody waited for one when it began.
TEST_F(OpenWrites, ThatDoNotKnowOfASegmentAreWaitedForBeforeItIsBuilt) {
    change("ada", "{}");
    struct Case {
        std::string_view filter;
        OpenWrite::Work work;
    };
    const Case cases[] = {
        {is_subscribed,
         [&](auto& transaction, const auto& known) {
             change_in(transaction, known, "ada", R"({"_newsletterSubscriptionStatus": "subscribed"})");
         }},
        // No activity tells of it, and the number of the contact's newest one stays.
        {came_lately,
         [&](auto& transaction, const auto& known) { score_in(transaction, known, "ada", {.recency = 5}); }},
    };
    for (const auto& [filter, work] : cases) {
        OpenWrite older(*database, *definitions, work);
        const auto segment = make_segment(std::string(filter));
        run_engine();
        EXPECT_FALSE(is_built(segment)) << filter;
        older.finish();
        run_engine();
        EXPECT_TRUE(is_in(segment, "ada")) << filter;
        EXPECT_EQ(difference(), "");
    }
}

TEST_F(OpenWrites, ThatBeganLaterKeepNoSegmentWaiting) {
    change("ada", R"({"_newsletterSubscriptionStatus": "subscribed"})");
    auto engine = make_engine(*database);
    OpenWrite older(*database, *definitions, [](auto&, const auto&) {});
    const auto segment = make_segment(std::string(is_subscribed));
    engine->run();
    OpenWrite later(*database, *definitions, [&](auto& transaction, const auto& known) {
        change_in(transaction, known, "ada", R"({"_newsletterSubscriptionStatus": "unsubscribed"})");
    });
    engine->run();
    EXPECT_FALSE(is_built(segment));
    older.finish();
    engine->run();
    EXPECT_TRUE(is_in(segment, "ada"));
    later.finish();
    engine->run();
    EXPECT_FALSE(is_in(segment, "ada"));
    EXPECT_EQ(difference(), "");
}

}  // namespace
}  // namespace tradewind::engine
