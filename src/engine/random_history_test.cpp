#include <random>

#include "base/fault.h"
#include "engine/engine_test.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::engine {
namespace {

// Everything that can happen, in any order, with engines that are killed between any two transactions.
class RandomHistory : public EngineTest {
  protected:
    void live(std::uint64_t seed, int steps) {
        chance.seed(seed);
        chosen = make_segment("");
        for (const auto& filter : filters()) { segments.push_back(make_segment(filter)); }
        for (int step = 0; step < steps; ++step) { happen(); }
        for (int round = 0; round < 3; ++round) {
            for (auto& engine : engines) { engine->run(); }
            clock.advance(BucketLeases::renewal_interval);
        }
        engines.clear();
        clock.advance(2 * BucketLeases::lease_time);
        auto last = make_engine(*database, "last one", sharing);
        last->run();
    }
    // Empty: everybody is where the filters say, and was told so once.
    std::string problem() {
        if (auto wrong = difference(); !wrong.empty()) { return wrong; }
        if (const auto left = queued(); left != 0) { return std::to_string(left) + " changes wait"; }
        for (const auto segment : segments) {
            for (int number = 0; number < people; ++number) {
                const auto name = person(number);
                const auto moves = told(segment, name);
                for (std::size_t at = 1; at < moves.size(); ++at) {
                    if (moves[at] == moves[at - 1]) { return name + " was told " + moves + " of one segment"; }
                }
                if (!moves.empty() && (moves.back() == '+') != is_in(segment, name)) {
                    return name + " was told " + moves + " and is elsewhere";
                }
            }
        }
        return "";
    }

    std::vector<std::unique_ptr<Engine>> engines;
    BucketLeases::Sharing sharing = BucketLeases::Sharing::Alone;

  private:
    static constexpr int people = 8;
    static std::string person(int number) { return "person" + std::to_string(number); }
    int dice(int sides) { return static_cast<int>(chance() % static_cast<std::uint64_t>(sides)); }

    std::vector<std::string> filters() {
        const auto inner = make_segment(std::string(subscribed_filter));
        segments.push_back(inner);
        return {
            std::string(bought_lately_filter),
            R"({"purchases": {"within": {"last": "P1M"}, "where": [{"item": "productId", "is": "in",
                    "values": ["mug", "hat"]}]}, "amount": {"atLeast": 30}})",
            R"({"all": [{"segment": ")" + inner.text() + R"("}, {"not": {"purchases": {}, "count": {"atLeast": 2}}}]})",
            R"({"any": [{"not": {"segment": ")" + inner.text() + R"("}}, {"segment": ")" + chosen.text() + R"("}]})",
            R"({"event": "cart", "where": [{"field": "total", "is": "atLeast", "value": 5}],
                    "within": {"last": "P2D"}})",
            R"({"all": [{"field": "_lastPurchaseDate", "is": "notInLast", "period": "P10D"},
                    {"field": "_points", "is": "atMost", "value": 3}]})",
            R"({"field": "_rfm", "is": "in", "values": ["champions"]})",
            R"({"field": "_birthdate", "is": "anniversaryInNext", "period": "P7D"})"};
    }
    void happen() {
        const auto name = person(dice(people));
        const auto cause = dice(4) == 0 ? domain::Cause{.kind = domain::Cause::Kind::Import} : domain::Cause{};
        switch (dice(14)) {
            case 0:
            case 1:
                change(name,
                       R"({"_newsletterSubscriptionStatus": ")" + std::string(dice(2) == 0 ? "subscribed" : "none") +
                           R"(", "_points": )" + std::to_string(dice(6)) + "}",
                       cause);
                break;
            case 2:
                change(name, R"({"_birthdate": "1990-0)" + std::to_string(dice(9) + 1) + R"(-15"})", cause);
                break;
            case 3:
            case 4:
                if (find(name)) {
                    const std::array<std::string, 3> products{"mug", "hat", "shoe"};
                    bought.push_back(buy(name, products[static_cast<std::size_t>(dice(3))], dice(60) - 10,
                                         {clock.now().milliseconds + (dice(40) - 30) * std::int64_t{86'400'000}},
                                         cause));
                }
                break;
            case 5:
                if (!bought.empty()) {
                    take_back(bought[static_cast<std::size_t>(dice(static_cast<int>(bought.size())))]);
                }
                break;
            case 6:
                if (find(name)) { send_event(name, dice(10)); }
                break;
            case 7:
                put_into(chosen, name, dice(2) == 0 ? operations::MemberMove::Enter : operations::MemberMove::Leave);
                break;
            case 8:
                if (dice(4) == 0) { erase(name); }
                break;
            case 9:
                score(name, dice(2) == 0 ? "champions" : "lost");
                break;
            case 10:
                clock.advance(std::chrono::minutes(dice(60 * 24 * 4)));
                break;
            case 11:
                if (dice(3) == 0) {
                    change_filter(segments[static_cast<std::size_t>(dice(2) + 1)],
                                  R"({"purchases": {"within": {"last": "P)" + std::to_string(dice(20) + 1) +
                                      R"(D"}}, "count": {"atLeast": 1}})");
                }
                break;
            case 12:
            case 13:
                work();
                break;
            default:
                break;
        }
    }
    // An engine works, and is killed after some transactions, or not.
    void work() {
        const bool is_shared = sharing == BucketLeases::Sharing::Shared;
        if (engines.empty() || (is_shared && engines.size() < 2)) {
            engines.push_back(make_engine(refusing, "engine" + std::string(engines.size(), '+'), sharing));
        }
        auto& engine = engines[static_cast<std::size_t>(dice(static_cast<int>(engines.size())))];
        const bool is_killed = dice(2) == 0;
        refusing.refuse(is_killed ? 1'000'000 : 0, dice(12));
        engine->run();
        refusing.refuse(0, 0);
        if (is_killed) { engine.reset(); }
        std::erase(engines, nullptr);
    }

    std::mt19937_64 chance;
    storage::RefusingDatabase refusing{*database};
    base::Id chosen;
    std::vector<base::Id> segments;
    std::vector<base::Id> bought;
};

TEST_F(RandomHistory, LeavesEverybodyWhereTheFiltersSay) {
    const std::uint64_t seed = std::random_device()();
    live(seed, 400);
    EXPECT_EQ(problem(), "") << "seed " << seed;
}

TEST_F(RandomHistory, LeavesEverybodyWhereTheFiltersSayAlsoWithTwoProcesses) {
    sharing = BucketLeases::Sharing::Shared;
    const std::uint64_t seed = std::random_device()();
    live(seed, 400);
    EXPECT_EQ(problem(), "") << "seed " << seed;
}

// In these somebody came while an outer segment waited for its inner one to be built, and stayed in it.
TEST_F(RandomHistory, LeavesNobodyWhereABuildThatHadNotBegunPutThem) {
    sharing = BucketLeases::Sharing::Shared;
    live(175'505'218, 400);
    EXPECT_EQ(problem(), "");
}

class PlantedHistory : public RandomHistory, public testing::WithParamInterface<base::Fault> {};

TEST_P(PlantedHistory, IsFoundOut) {
    const base::PlantedFault fault(GetParam());
    live(7, 400);
    EXPECT_NE(problem(), "");
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedHistory, testing::Values(base::Fault::DropTimeRow, base::Fault::LostChange));

}  // namespace
}  // namespace tradewind::engine
