#include "storage/database/fair_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tradewind::storage {
namespace {

class FairQueueTest : public testing::Test {
  protected:
    bool push(std::uint64_t sender, std::string item) { return queue.push(sender, item); }
    // As many as it takes until one is refused.
    std::size_t flood(std::uint64_t sender) {
        std::size_t pushed = 0;
        while (push(sender, "x")) { ++pushed; }
        return pushed;
    }
    std::string pop_all() {
        std::string all;
        while (!queue.empty()) { all += queue.pop(); }
        return all;
    }

    static constexpr std::size_t items_max = 12;
    FairQueue<std::string> queue{items_max};
};

TEST_F(FairQueueTest, KeepsTheOrderOfOneSender) {
    EXPECT_TRUE(queue.empty());
    for (const auto* item : {"a", "b", "c"}) { EXPECT_TRUE(push(1, item)); }
    EXPECT_EQ(queue.size(), 3U);
    EXPECT_EQ(pop_all(), "abc");
    EXPECT_TRUE(queue.empty());
}

TEST_F(FairQueueTest, TakesOneOfEachByTurns) {
    for (const auto* item : {"a", "b", "c", "d"}) { EXPECT_TRUE(push(1, item)); }
    EXPECT_TRUE(push(2, "1"));
    EXPECT_TRUE(push(2, "2"));
    EXPECT_TRUE(push(3, "!"));
    EXPECT_EQ(pop_all(), "a1!b2cd");
}

TEST_F(FairQueueTest, GivesWhoComesAgainItsTurnBehindTheOthers) {
    for (const auto* item : {"a", "b", "c"}) { EXPECT_TRUE(push(1, item)); }
    EXPECT_TRUE(push(2, "1"));
    EXPECT_EQ(queue.pop(), "a");
    EXPECT_EQ(queue.pop(), "1");
    EXPECT_TRUE(push(2, "2"));
    EXPECT_EQ(pop_all(), "b2c");
}

TEST_F(FairQueueTest, LetsOneSenderHaveAllWhileItIsAlone) {
    EXPECT_EQ(flood(1), items_max);
    static_cast<void>(queue.pop());
    EXPECT_TRUE(push(1, "x"));
    EXPECT_FALSE(push(1, "x"));
}

TEST_F(FairQueueTest, LeavesTheOthersTheirShareOfAFlood) {
    EXPECT_EQ(flood(1), items_max);
    EXPECT_EQ(flood(2), items_max / 2);
    EXPECT_EQ(flood(3), items_max / 3);
    EXPECT_FALSE(push(1, "x"));
    // Until it has less than its share, whoever flooded gets nothing in.
    while (queue.size() >= items_max) { static_cast<void>(queue.pop()); }
    EXPECT_TRUE(push(1, "x"));
}

TEST_F(FairQueueTest, HasRoomForOneOfEachHoweverManyThereAre) {
    EXPECT_EQ(flood(0), items_max);
    for (std::uint64_t sender = 1; sender <= 10 * items_max; ++sender) {
        EXPECT_TRUE(push(sender, "x"));
        EXPECT_EQ(push(sender, "x"), items_max / (sender + 1) > 1) << sender;
    }
}

TEST_F(FairQueueTest, TakesOutWhatIsAtTheHeadOfEachLine) {
    for (const auto* item : {"old 1", "new 1", "old 2"}) { EXPECT_TRUE(push(1, item)); }
    EXPECT_TRUE(push(2, "old 3"));
    EXPECT_TRUE(push(3, "new 2"));
    auto taken = queue.take_while([](const std::string& item) { return item.starts_with("old"); });
    std::sort(taken.begin(), taken.end());
    EXPECT_EQ(taken, (std::vector<std::string>{"old 1", "old 3"})) << "what is behind another waits for it";
    EXPECT_EQ(queue.size(), 3U);
    EXPECT_TRUE(push(2, "new 3"));
    EXPECT_EQ(pop_all(), "new 1new 2new 3old 2");
}

TEST_F(FairQueueTest, LeavesARefusedItemToItsOwner) {
    flood(1);
    std::string refused = "mine";
    EXPECT_FALSE(queue.push(1, refused));
    EXPECT_EQ(refused, "mine");
}

}  // namespace
}  // namespace tradewind::storage
