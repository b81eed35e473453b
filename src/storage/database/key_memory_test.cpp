#include "storage/database/key_memory.h"

#include <gtest/gtest.h>

#include <string>

namespace tradewind::storage {
namespace {

TEST(KeyMemory, TellsWhatWasNotedLast) {
    KeyMemory memory;
    EXPECT_EQ(memory.find("ada@example.org"), std::nullopt);
    EXPECT_EQ(memory.find(""), std::nullopt);
    memory.note("ada@example.org", 1);
    memory.note("bob@example.org", 2);
    EXPECT_EQ(memory.find("ada@example.org"), 1);
    EXPECT_EQ(memory.find("bob@example.org"), 2);
    memory.note("ada@example.org", 3);
    EXPECT_EQ(memory.find("ada@example.org"), 3);
    EXPECT_EQ(memory.find("Ada@example.org"), std::nullopt);
}

TEST(KeyMemory, ForgetsWhatHasNoRoomAndNeverTellsOfAnother) {
    KeyMemory memory;
    constexpr std::int64_t many = 2 * KeyMemory::slots;
    for (std::int64_t number = 0; number < many; ++number) { memory.note(std::to_string(number), number); }
    std::int64_t known = 0;
    for (std::int64_t number = 0; number < many; ++number) {
        const auto found = memory.find(std::to_string(number));
        if (found) {
            EXPECT_EQ(*found, number);
            ++known;
        }
    }
    EXPECT_GT(known, static_cast<std::int64_t>(KeyMemory::slots / 2));
    EXPECT_LE(known, static_cast<std::int64_t>(KeyMemory::slots));
}

}  // namespace
}  // namespace tradewind::storage
