#include <functional>
#include <thread>

#include "engine/engine_test.h"

namespace tradewind::engine {
namespace {

// Goes on by some milliseconds at each look of the thread that writes, which tells how often it looked.
class WriterClock final : public base::Clock {
  public:
    static constexpr std::chrono::milliseconds step{3};

    [[nodiscard]] base::Instant now() const override { return {1'700'000'000'000}; }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override {
        if (std::this_thread::get_id() == writer) { on_look(++looks_); }
        return std::chrono::steady_clock::time_point(looks_.load() * step);
    }

    std::thread::id writer;
    std::function<void(int)> on_look;

  private:
    mutable std::atomic<int> looks_ = 0;
};

constexpr int people = 60;

class WriteTime : public EngineTest {
  protected:
    WriteTime() {
        make_segment(R"({"field":"_name","is":"isSet"})");
        run_engine();
        for (int number = 0; number < people; ++number) {
            change("person" + std::to_string(number), R"({"_name":"Ada"})");
        }
        clock_.writer = in_transaction([](auto&) { return std::this_thread::get_id(); });
    }

    // How much of the queue was left when a request was done that came at this look at the clock.
    std::int64_t left_for_request_at(int wanted_look) {
        std::promise<std::int64_t> left;
        clock_.on_look = [&](int look) {
            if (look != wanted_look) { return; }
            database->write(
                storage::Priority::Request, executor_,
                [](storage::Transaction& transaction) -> base::Result<std::int64_t> {
                    auto rows = transaction.query(operations::count_queued);
                    return rows.next() ? rows.integer(0) : -1;
                },
                [&](const base::Result<std::int64_t>& counted) { left.set_value(counted.value()); });
        };
        base::Sources engine_sources{.clock = clock_, .random = sources.random, .ids = sources.ids};
        Engine(Engine::Dependencies{.database = *database,
                                    .sources = engine_sources,
                                    .definitions = *definitions,
                                    .log = log,
                                    .figures = figures,
                                    .holder = "owner",
                                    .process = {1},
                                    .sharing = BucketLeases::Sharing::Alone,
                                    .split_salt = "salt"})
            .run();
        return left.get_future().get();
    }

  private:
    base::InlineExecutor executor_;
    WriterClock clock_;
};

TEST_F(WriteTime, IsLongWhileNobodyWaitsAndEndsWithTheContactWhenSomebodyDoes) {
    if (database.engine() == storage::TestEngine::Postgres) { GTEST_SKIP() << "others may always wait"; }
    constexpr int look = 21;  // The first is the beginning, and one comes before each contact but the first.
    static_assert(look * WriterClock::step < ChangePump::write_time_alone_max);
    static_assert(look * WriterClock::step > 2 * ChangePump::write_time_max);
    EXPECT_EQ(left_for_request_at(look), people - look);
    EXPECT_EQ(queued(), 0);
}

TEST_F(WriteTime, HasAnEndAlsoWhileNobodyWaits) {
    if (database.engine() == storage::TestEngine::Postgres) { GTEST_SKIP() << "others may always wait"; }
    constexpr auto contacts = ChangePump::write_time_alone_max / WriterClock::step + 1;
    static_assert(contacts < people);
    // Of the second transaction, which ends with its second contact.
    EXPECT_EQ(left_for_request_at(static_cast<int>(contacts) + 3), people - contacts - 2);
}

}  // namespace
}  // namespace tradewind::engine
